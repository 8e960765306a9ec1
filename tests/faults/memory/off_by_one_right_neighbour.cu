// Fault: B2 guard-off-by-one
// Finding: guard-off-by-one
// A difference of neighbours: the last element has none on its right.
#include <cuda_runtime.h>

#include <vector>

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void difference(const int* in, int* out, unsigned n) {
  if (INDEX < n) out[INDEX] = in[INDEX + 1] - in[INDEX];  // FAULT
}

int main() {
  const unsigned n = 300;
  std::vector<int> in(n, 5), out(n);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  difference<<<3, 128>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
