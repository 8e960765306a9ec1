// Correct: lanes of a warp, warps and blocks add rows of shared memory to the same counts by bulk
// reductions, each addition of which is atomic
#include <cuda_runtime.h>

__global__ void add_rows(const int* digits, int count, unsigned* counts) {
  __shared__ __align__(16) unsigned rows[64][4];
  unsigned* mine = rows[threadIdx.x];
  for (int k = 0; k < 4; ++k) mine[k] = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  mine[digits[i] % 4] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(mine));
  asm volatile(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 16;\n"
      "cp.async.bulk.commit_group;\n"
      "cp.async.bulk.wait_group 0;" ::"l"(counts),
      "r"(from)
      : "memory");
}

int main() {
  int digits[200], *device_digits;
  unsigned counts[4] = {}, *device_counts;
  for (int i = 0; i < 200; ++i) digits[i] = i * 7;
  cudaMalloc(&device_digits, sizeof digits);
  cudaMalloc(&device_counts, sizeof counts);
  cudaMemcpy(device_digits, digits, sizeof digits, cudaMemcpyHostToDevice);
  cudaMemset(device_counts, 0, sizeof counts);
  add_rows<<<4, 64>>>(device_digits, 200, device_counts);
  cudaMemcpy(counts, device_counts, sizeof counts, cudaMemcpyDeviceToHost);
  cudaFree(device_digits);
  cudaFree(device_counts);
  for (unsigned one : counts)
    if (one != 50) return 1;
  return 0;
}
