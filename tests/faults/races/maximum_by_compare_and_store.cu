// Fault: C7 non-atomic-accumulate
// Finding: non-atomic-update or race-between-blocks
// The block leaders compare with the largest value so far and store theirs.
#include <cuda_runtime.h>

#include <vector>

__device__ int largest;

__global__ void maximum(const int* values) {
  if (threadIdx.x == 0) {
    int mine = values[blockIdx.x];
    if (mine > largest) largest = mine;  // FAULT
  }
}

int main() {
  std::vector<int> values{3, 9, 4, 1, 7, 12, 5, 2};
  int *d_values, result = 0;
  cudaMalloc(&d_values, 8 * sizeof(int));
  cudaMemcpy(d_values, values.data(), 8 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(largest, &result, sizeof(int));
  maximum<<<8, 32>>>(d_values);
  cudaMemcpyFromSymbol(&result, largest, sizeof(int));
  cudaFree(d_values);
  return 0;
}
