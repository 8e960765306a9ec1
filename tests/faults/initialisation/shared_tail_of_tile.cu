// Fault: C18 uninitialised-shared
// Finding: uninitialised-shared
// The last block fills only a part of its tile and adds up all of it.
#include <cuda_runtime.h>

#include <vector>

template <int kBlock>
__global__ void block_sums(const float* in, float* out, int n) {
  __shared__ float tile[kBlock];
  int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0.0f;
    for (int t = 0; t < kBlock; ++t) sum += tile[t];  // FAULT
    out[blockIdx.x] = sum;
  }
}

int main() {
  const int n = 150;
  std::vector<float> in(n, 1.0f), out(3);
  float *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, 3 * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  block_sums<64><<<3, 64>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, 3 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
