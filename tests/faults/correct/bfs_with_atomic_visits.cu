// Correct: a breadth-first search by levels whose visits are claimed with atomicCAS; launches order
// the levels
#include <cuda_runtime.h>

#include <vector>

__global__ void expand(const int* next, int* level, int n, int current) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || atomicAdd(&level[v], 0) != current) return;
  atomicCAS(&level[next[v]], -1, current + 1);
  atomicCAS(&level[(next[v] + 1) % n], -1, current + 1);
}

int main() {
  const int n = 33;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>((i + 1) % n);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0xff, n * sizeof(int));
  cudaMemset(d_out, 0, sizeof(int));
  for (int l = 0; l < n; ++l) expand<<<1, 64>>>(d_in, d_out, n, l);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>((i + 1) / 2)) return 1;
  }
  return 0;
}
