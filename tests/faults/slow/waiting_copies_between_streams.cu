// Fault: D26 blocking-call-in-pipeline
// Finding: waiting-copies-serialise
// The kernels have streams of their own; the copies between them make the host wait.
#include <cuda_runtime.h>

__global__ void add_one(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f; }

int main() {
  const int pieces = 4, n = 1 << 14, bytes = n * sizeof(float);
  float *d, *host;
  cudaMalloc(&d, pieces * bytes);
  cudaMallocHost(&host, pieces * bytes);
  for (int i = 0; i < pieces * n; ++i) host[i] = 1.0f;
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreate(&stream);
  for (int p = 0; p < pieces; ++p) {
    cudaMemcpy(d + p * n, host + p * n, bytes, cudaMemcpyHostToDevice);  // FAULT
    add_one<<<n / 256, 256, 0, streams[p % 2]>>>(d + p * n);
  }
  cudaDeviceSynchronize();
  for (auto& stream : streams) cudaStreamDestroy(stream);
  cudaFree(d);
  cudaFreeHost(host);
  return 0;
}
