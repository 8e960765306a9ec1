// Correct: __syncthreads_or as barrier and flag in one
#include <cuda_runtime.h>

#include <vector>

__global__ void settle(const int* in, int* out) {
  int value = in[threadIdx.x];
  while (__syncthreads_or(value > 10)) {
    if (value > 10) value -= 7;
  }
  out[threadIdx.x] = value;
}

int main() {
  const int n = 64;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  settle<<<1, 64>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i <= 10 ? i : i - (i - 4) / 7 * 7)) return 1;
  }
  return 0;
}
