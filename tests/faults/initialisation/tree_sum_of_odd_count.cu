// Fault: B13 power-of-two-assumption
// Finding: uninitialised-shared
// A tree that halves 96 values three times and then meets an odd count.
#include <cuda_runtime.h>

#include <vector>

__global__ void sum(const int* in, int* out, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int half = (n + 1) / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) s[t] += s[t + half];  // FAULT
  }
  if (t == 0) *out = s[0];
}

int main() {
  const int n = 95;
  std::vector<int> in(n, 1);
  int *d_in, *d_out, out = 0;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sum<<<1, n, 128 * sizeof(int)>>>(d_in, d_out, n);
  cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
