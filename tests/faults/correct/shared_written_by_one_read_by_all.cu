// Correct: thread 0 writes a value for the block; a barrier before and after each of its turns
#include <cuda_runtime.h>

#include <vector>

__global__ void offsets(const int* in, int* out) {
  __shared__ int base;
  for (int r = 0; r < 4; ++r) {
    if (threadIdx.x == 0) base = in[r];
    __syncthreads();
    out[r * 32 + threadIdx.x] = base + threadIdx.x;
    __syncthreads();
  }
}

int main() {
  const int n = 128;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(100 * i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  offsets<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(100 * (i / 32) + i % 32)) return 1;
  }
  return 0;
}
