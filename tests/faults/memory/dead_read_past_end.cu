// Fault: B1 missing-bounds-guard
// Finding: guard-off-by-one
// The value read past the end is thrown away, but it is read.
#include <cuda_runtime.h>

#include <vector>

__global__ void steps(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int here = in[i];
  int next = in[i + 1];  // FAULT
  out[i] = i == n - 1 ? 0 : next - here;
}

int main() {
  const int n = 160;
  std::vector<int> in(n, 1), out(n);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  steps<<<5, 32>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
