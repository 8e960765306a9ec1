// Fault: C22 async-copy-not-waited
// Finding: async-copy-not-waited says "nobody has waited for"
// A bulk copy carries a row from shared memory; the next round fills the row again before the copy
// has read it.
#include <cuda_runtime.h>

#include <vector>

__device__ void store_row(int* to, const int* row, unsigned bytes) {
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(row));
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(from),
               "r"(bytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

__global__ void squares(int* out, int rows) {
  __shared__ alignas(16) int row[128];
  int t = threadIdx.x;
  for (int r = 0; r < rows; ++r) {
    row[t] = (128 * r + t) * (128 * r + t);  // FAULT
    __syncthreads();
    if (t == 0) store_row(out + 128 * r, row, sizeof row);
    __syncthreads();
  }
  if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

int main() {
  const int rows = 4;
  std::vector<int> host(rows * 128);
  int* out;
  cudaMalloc(&out, host.size() * sizeof(int));
  squares<<<1, 128>>>(out, rows);
  cudaMemcpy(host.data(), out, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return 0;
}
