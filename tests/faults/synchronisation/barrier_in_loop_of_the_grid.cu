// Fault: C3 barrier-in-uneven-loop
// Finding: deadlock or early-exit-before-barrier says "rounds"
// A loop over the grid's elements has a barrier in it, and the last round is not for all threads.
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const float* in, float* out, int n) {
  __shared__ float tile[128];
  float sum = 0.0f;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    tile[threadIdx.x] = in[i];
    __syncthreads();  // FAULT
    sum += tile[127 - threadIdx.x];
    __syncthreads();
    i += gridDim.x * blockDim.x;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  const int n = 700;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  sums<<<2, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
