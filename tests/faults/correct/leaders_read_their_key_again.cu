// Correct: one lane for each key of a warp reads it once more; what lies between the lanes that do
// is not for them to read
#include <cuda_runtime.h>

#include <vector>

__global__ void count_keys(const int* keys, int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;  // n is one of whole warps
  const unsigned same = __match_any_sync(0xFFFFFFFF, keys[i]);
  if ((threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(counts + keys[i], __popc(same));
}

int main() {
  const int n = 400 * 256, kinds = 500;
  std::vector<int> keys(n), counts(kinds);
  unsigned state = 7;
  for (int& key : keys) {
    state = state * 1103515245 + 12345;
    key = (state >> 16) % 4 != 0 ? 3 : (state >> 10) % kinds;
  }
  int *d_keys, *d_counts;
  cudaMalloc(&d_keys, n * sizeof(int));
  cudaMalloc(&d_counts, kinds * sizeof(int));
  cudaMemset(d_counts, 0, kinds * sizeof(int));
  cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  count_keys<<<400, 256>>>(d_keys, d_counts, n);
  cudaMemcpy(counts.data(), d_counts, kinds * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_keys);
  cudaFree(d_counts);
  return 0;
}
