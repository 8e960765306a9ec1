// Fault: D24 default-stream-serialisation
// Finding: default-stream-serialises
// Two streams overlap, but for a kernel between them that was given no stream.
#include <cuda_runtime.h>

__global__ void add_one(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f; }

int main() {
  const int n = 1 << 15, half = n / 2, bytes = half * sizeof(float);
  float *d, *host, *other;
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&other, 256 * sizeof(float));
  cudaMallocHost(&host, n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = 1.0f;
  cudaMemset(other, 0, 256 * sizeof(float));
  cudaDeviceSynchronize();
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreate(&stream);
  for (int s = 0; s < 2; ++s) {
    cudaMemcpyAsync(d + s * half, host + s * half, bytes, cudaMemcpyHostToDevice, streams[s]);
    add_one<<<half / 256, 256, 0, streams[s]>>>(d + s * half);
    add_one<<<1, 256>>>(other);  // FAULT
    cudaMemcpyAsync(host + s * half, d + s * half, bytes, cudaMemcpyDeviceToHost, streams[s]);
  }
  cudaDeviceSynchronize();
  for (auto& stream : streams) cudaStreamDestroy(stream);
  cudaFree(d);
  cudaFree(other);
  cudaFreeHost(host);
  return 0;
}
