// Fault: B10 index-overflow-int32
// Finding: sum-overflow
// The blocks add up what each group has spent, in counters of shared memory.
#include <cuda_runtime.h>

#include <vector>

constexpr int kGroups = 8;

__global__ void spent_by_group(const int* group, const int* spent, int n, long long* totals) {
  __shared__ int of_block[kGroups];
  if (threadIdx.x < kGroups) of_block[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&of_block[group[i]], spent[i]);  // FAULT
  __syncthreads();
  if (threadIdx.x < kGroups) totals[threadIdx.x] = of_block[threadIdx.x];
}

int main() {
  const int n = 4000;
  std::vector<int> group(n), spent(n);
  for (int i = 0; i < n; ++i) {
    group[i] = i % 7 % kGroups;
    spent[i] = 12000000 + i;
  }
  std::vector<long long> totals(kGroups);
  int *d_group, *d_spent;
  long long* d_totals;
  cudaMalloc(&d_group, n * sizeof(int));
  cudaMalloc(&d_spent, n * sizeof(int));
  cudaMalloc(&d_totals, kGroups * sizeof(long long));
  cudaMemcpy(d_group, group.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_spent, spent.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  spent_by_group<<<1, 256>>>(d_group, d_spent, n, d_totals);
  cudaMemcpy(totals.data(), d_totals, kGroups * sizeof(long long), cudaMemcpyDeviceToHost);
  cudaFree(d_group);
  cudaFree(d_spent);
  cudaFree(d_totals);
  return 0;
}
