// Correct: chunks of page-locked arrays in two streams; the host uses what is done
#include <cuda_runtime.h>

constexpr int kChunk = 2048, kChunks = 8, kCount = kChunk * kChunks;

__global__ void twice(int* values) { values[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

bool is_done(const int* out, int chunk, int expected) {
  for (int i = 0; i < kChunk; ++i) {
    if (out[chunk * kChunk + i] != expected * (chunk * kChunk + i)) return false;
  }
  return true;
}

int main() {
  int *in, *out, *device;
  cudaMallocHost(&in, kCount * sizeof(int));
  cudaMallocHost(&out, kCount * sizeof(int));
  cudaMalloc(&device, kCount * sizeof(int));
  for (int i = 0; i < kCount; ++i) in[i] = i;
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreate(&stream);
  for (int expected = 2; expected <= 4; expected *= 2) {
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      const cudaStream_t stream = streams[chunk % 2];
      int* on_device = device + chunk * kChunk;
      cudaMemcpyAsync(on_device, in + chunk * kChunk, kChunk * sizeof(int), cudaMemcpyHostToDevice,
                      stream);
      twice<<<kChunk / 256, 256, 0, stream>>>(on_device);
      cudaMemcpyAsync(out + chunk * kChunk, on_device, kChunk * sizeof(int), cudaMemcpyDeviceToHost,
                      stream);
    }
    for (int half = 0; half < 2; ++half) {
      cudaStreamSynchronize(streams[half]);
      for (int chunk = half; chunk < kChunks; chunk += 2) {
        if (!is_done(out, chunk, expected)) return 1;
        for (int i = 0; i < kChunk; ++i) in[chunk * kChunk + i] = out[chunk * kChunk + i];
      }
    }
  }
  for (auto& stream : streams) cudaStreamDestroy(stream);
  cudaFreeHost(in);
  cudaFreeHost(out);
  cudaFree(device);
  return 0;
}
