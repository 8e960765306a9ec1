// Fault: C29 kernel-hang
// Finding: endless-loop
// Half of one element is rounded up to one, so there is always another round, and in each the sums
// become larger.
#include <cuda_runtime.h>

#include <vector>

__global__ void fold(float* v, int n) {
  int half = n;
  while (half > 0) {
    half = (half + 1) / 2;
    if (threadIdx.x < half && threadIdx.x + half < n)  // FAULT
      v[threadIdx.x] += v[threadIdx.x + half];         // FAULT
    __syncthreads();                                   // FAULT
  }
}

int main() {
  std::vector<float> host(256, 1.0f);
  float* v;
  cudaMalloc(&v, 256 * sizeof(float));
  cudaMemcpy(v, host.data(), 256 * sizeof(float), cudaMemcpyHostToDevice);
  fold<<<1, 256>>>(v, 256);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(v);
  return error == cudaSuccess ? 0 : 1;
}
