// Fault: B2 guard-off-by-one
// Finding: guard-off-by-one
// The threads of a block add its sums up in global memory, and one sum more than there are.
#include <cuda_runtime.h>

#include <vector>

constexpr int kSums = 40;

__global__ void sums_of_columns(const int* in, int n, int* sums) {
  __shared__ int own[kSums], rounds[2];
  if (threadIdx.x < 2) rounds[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < kSums; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(&own[i % kSums], in[i]);
    atomicAdd(&rounds[i % 2], 1);
  }
  __syncthreads();
  for (int c = threadIdx.x; c <= kSums; c += blockDim.x) atomicAdd(&sums[c], own[c]);  // FAULT
  if (threadIdx.x == 0) sums[0] += rounds[0] - rounds[1];
}

int main() {
  const int n = 1000;
  std::vector<int> in(n, 1), out(kSums);
  int *d_in, *d_sums;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_sums, kSums * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_sums, 0, kSums * sizeof(int));
  sums_of_columns<<<1, 64>>>(d_in, n, d_sums);
  cudaMemcpy(out.data(), d_sums, kSums * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_sums);
  return 0;
}
