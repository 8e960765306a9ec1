// Fault: A4 missing-sync-before-host-read
// Finding: missing-sync-before-host-read or result-read-too-early
// Chunks come back in two streams, into one array; the host waits for one stream only.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kChunk = 2048, kChunks = 8;

__global__ void count(int* values) { values[threadIdx.x] = static_cast<int>(threadIdx.x); }

int main() {
  int *out, *device;
  cudaMallocHost(&out, kChunks * kChunk * sizeof(int));
  cudaMalloc(&device, kChunk * sizeof(int));
  cudaMemset(device, 0, kChunk * sizeof(int));
  count<<<1, 1024>>>(device);
  cudaDeviceSynchronize();
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreate(&stream);
  for (int chunk = 0; chunk < kChunks; ++chunk)
    cudaMemcpyAsync(out + chunk * kChunk, device, kChunk * sizeof(int), cudaMemcpyDeviceToHost,
                    streams[chunk % 2]);
  cudaStreamSynchronize(streams[0]);
  std::printf("%d\n", out[2 * kChunk + 7]);
  std::printf("%d\n", out[3 * kChunk + 7]);  // FAULT
  cudaDeviceSynchronize();
  for (auto& stream : streams) cudaStreamDestroy(stream);
  cudaFreeHost(out);
  cudaFree(device);
  return 0;
}
