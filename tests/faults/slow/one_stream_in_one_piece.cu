// Fault: D25 no-chunking
// Finding: no-overlap-of-copies
// A large array is copied, worked on and copied back in one piece, with page-locked memory that
// would allow overlap.
#include <cuda_runtime.h>

__global__ void scale(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f; }

int main() {
  const int n = 1 << 18, bytes = n * sizeof(float);
  float *d, *host;
  cudaMalloc(&d, bytes);
  cudaMallocHost(&host, bytes);
  for (int i = 0; i < n; ++i) host[i] = 1.0f;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(d, host, bytes, cudaMemcpyHostToDevice, stream);  // FAULT
  scale<<<n / 256, 256, 0, stream>>>(d);
  cudaMemcpyAsync(host, d, bytes, cudaMemcpyDeviceToHost, stream);  // FAULT
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(d);
  cudaFreeHost(host);
  return 0;
}
