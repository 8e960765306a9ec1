// Correct: the last warp of a block of 40 threads shuffles with the mask of its eight lanes
#include <cuda_runtime.h>

#include <vector>

__global__ void next(const int* in, int* out) {
  int t = threadIdx.x, lane = t % 32;
  unsigned mask = t < 32 ? 0xffffffffu : 0xffu;
  int lanes = t < 32 ? 32 : 8;
  out[t] = __shfl_sync(mask, in[t], (lane + 1) % lanes);
}

int main() {
  const int n = 40;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  next<<<1, 40>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i < 32 ? in[(i + 1) % 32] : in[32 + (i - 31) % 8])) return 1;
  }
  return 0;
}
