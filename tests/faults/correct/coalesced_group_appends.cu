// Correct: the lanes of a branch take places for all of them with one atomic
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <vector>

namespace cg = cooperative_groups;

__global__ void keep_even(const int* in, int* out, int n) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int value = in[threadIdx.x];
  if (value % 2 == 0) {
    auto group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(&count, static_cast<int>(group.size()));
    first = group.shfl(first, 0);
    out[first + group.thread_rank()] = 1;
  }
  __syncthreads();
  for (int i = count + threadIdx.x; i < n; i += blockDim.x) out[i] = 0;
}

int main() {
  const int n = 64;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(3 * i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  keep_even<<<1, 64>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i < 32 ? 1 : 0)) return 1;
  }
  return 0;
}
