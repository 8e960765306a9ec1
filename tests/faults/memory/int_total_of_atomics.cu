// Fault: B10 index-overflow-int32
// Finding: sum-overflow says "long long"
// All threads add what they have counted to one int.
#include <cuda_runtime.h>

#include <vector>

__global__ void total_of(const int* in, int n, int* total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, in[i]);  // FAULT
}

int main() {
  const int n = 1000;
  std::vector<int> in(n, 5000000);
  int total = 0;
  int *d_in, *d_total;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_total, sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_total, 0, sizeof(int));
  total_of<<<4, 256>>>(d_in, n, d_total);
  cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_total);
  return 0;
}
