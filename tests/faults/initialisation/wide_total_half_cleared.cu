// Fault: C20 output-not-reset-between-launches
// Finding: uninitialised-global
// A total of 64 bits is cleared as if it had 32: its upper half is whatever was there.
#include <cuda_runtime.h>

#include <vector>

__global__ void total_of(const int* in, unsigned long long* total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 == 0) atomicAdd(total, static_cast<unsigned long long>(in[i]));  // FAULT
}

int main() {
  const int n = 256;
  std::vector<int> in(n, 3);
  unsigned long long total = 0, *d_total;
  int* d_in;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_total, sizeof(total));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_total, 0, sizeof(int));
  total_of<<<2, 128>>>(d_in, d_total);
  cudaMemcpy(&total, d_total, sizeof(total), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_total);
  return 0;
}
