// Correct: the lanes of a branch shuffle among themselves, with the mask that a ballot made before
// the branch
#include <cuda_runtime.h>

#include <vector>

__global__ void even_sum(const int* in, int* out) {
  int lane = threadIdx.x, value = in[lane];
  bool is_even = value % 2 == 0;
  unsigned mask = __ballot_sync(0xffffffffu, is_even);
  if (is_even) {
    int sum = 0;
    for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
      sum += __shfl_sync(mask, value, __ffs(rest) - 1);
    }
    out[lane] = sum;
  } else {
    out[lane] = -1;
  }
}

int main() {
  std::vector<int> in(32), out(32);
  int expected = 0;
  for (int i = 0; i < 32; ++i) {
    in[i] = i * i + i / 3;
    if (in[i] % 2 == 0) expected += in[i];
  }
  int *d_in, *d_out;
  cudaMalloc(&d_in, 32 * sizeof(int));
  cudaMalloc(&d_out, 32 * sizeof(int));
  cudaMemcpy(d_in, in.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
  even_sum<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < 32; ++i) {
    if (out[i] != (in[i] % 2 == 0 ? expected : -1)) return 1;
  }
  return 0;
}
