// Fault: A9 double-free
// Finding: double-free
// Each thread frees its scratch memory where it gives up early, and once more at the end.
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* scratch = static_cast<int*>(malloc(8 * sizeof(int)));
  int sum = 0;
  for (int k = 0; k < 8; ++k) scratch[k] = in[(i + k) % n];
  for (int k = 0; k < 8; ++k) sum += scratch[k];
  if (sum > 20) free(scratch);
  out[i] = sum;
  free(scratch);  // FAULT
}

int main() {
  const int n = 256;
  std::vector<int> host(n, 3);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<2, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  return 0;
}
