// Fault: C18 uninitialised-shared
// Finding: uninitialised-shared
// Threads add to a counter in shared memory that nobody set to zero.
#include <cuda_runtime.h>

#include <vector>

__global__ void count_positive(const int* values, int n, int* count) {
  __shared__ int mine;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] > 0) atomicAdd(&mine, 1);  // FAULT
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, mine);
}

int main() {
  const int n = 200;
  std::vector<int> values(n, 1);
  int *d_values, *d_count, count = 0;
  cudaMalloc(&d_values, n * sizeof(int));
  cudaMalloc(&d_count, sizeof(int));
  cudaMemcpy(d_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_count, 0, sizeof(int));
  count_positive<<<2, 128>>>(d_values, n, d_count);
  cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_values);
  cudaFree(d_count);
  return 0;
}
