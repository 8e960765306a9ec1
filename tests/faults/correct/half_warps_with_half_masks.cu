// Correct: the two halves of a warp are in different branches and sync with masks of their own
#include <cuda_runtime.h>

#include <vector>

__device__ int turned(int* s, int lane, unsigned mask, int value) {
  s[lane] = value;
  __syncwarp(mask);
  return s[lane ^ 1];
}

__global__ void halves(const int* in, int* out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    out[lane] = turned(s, lane, 0x0000ffffu, in[lane]);
  } else {
    out[lane] = turned(s, lane, 0xffff0000u, 2 * in[lane]);
  }
}

int main() {
  const int n = 32;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  halves<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i < 16 ? in[i ^ 1] : 2 * in[i ^ 1])) return 1;
  }
  return 0;
}
