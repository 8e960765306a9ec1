// Fault: B8 vector-tail-missed
// Finding: out-of-bounds says "without its + 3"
// Each thread takes four values, and its guard is about the first of them.
#include <cuda_runtime.h>

#include <vector>

__global__ void largest_of_four(const int* in, int* out, int n) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first >= n) return;
  int most = in[first];
  most = max(max(most, in[first + 1]), max(in[first + 2], in[first + 3]));  // FAULT
  out[first / 4] = most;
}

int main() {
  const int n = 4 * 90 + 1;
  std::vector<int> in(n, 5), out(n / 4 + 1);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, out.size() * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  largest_of_four<<<3, 32>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
