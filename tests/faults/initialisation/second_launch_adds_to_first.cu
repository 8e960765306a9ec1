// Fault: C20 output-not-reset-between-launches
// Finding: uninitialised-global
// Sums of several arrays: the result is set to zero for the first, and the next ones get fresh
// memory that is not.
#include <cuda_runtime.h>

#include <vector>

__global__ void add_up(const int* in, int* sum) {
  atomicAdd(sum, in[threadIdx.x]);  // FAULT
}

int main() {
  std::vector<int> host(64, 1);
  int *in, total = 0;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMemcpy(in, host.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  for (int round = 0; round < 2; ++round) {
    int* sum;
    cudaMalloc(&sum, sizeof(int));
    if (round == 0) cudaMemset(sum, 0, sizeof(int));
    add_up<<<1, 64>>>(in, sum);
    cudaMemcpy(&total, sum, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(sum);
  }
  cudaFree(in);
  return 0;
}
