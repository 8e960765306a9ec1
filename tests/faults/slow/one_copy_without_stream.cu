// Fault: D24 default-stream-serialisation
// Finding: default-stream-serialises
// The copies back have no stream and wait for both others.
#include <cuda_runtime.h>

__global__ void scale(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f; }

int main() {
  const int n = 1 << 14, pieces = 4;
  const size_t bytes = n * sizeof(float);
  float *d, *host;
  cudaMalloc(&d, pieces * bytes);
  cudaMallocHost(&host, pieces * bytes);
  for (int i = 0; i < pieces * n; ++i) host[i] = 1.0f;
  cudaStream_t stream[2];
  for (auto& s : stream) cudaStreamCreate(&s);
  for (int p = 0; p < pieces; ++p) {
    cudaMemcpyAsync(d + p * n, host + p * n, bytes, cudaMemcpyHostToDevice, stream[p % 2]);
    scale<<<n / 256, 256, 0, stream[p % 2]>>>(d + p * n);
    cudaMemcpyAsync(host + p * n, d + p * n, bytes, cudaMemcpyDeviceToHost);  // FAULT
  }
  cudaDeviceSynchronize();
  for (auto& s : stream) cudaStreamDestroy(s);
  cudaFree(d);
  cudaFreeHost(host);
  return 0;
}
