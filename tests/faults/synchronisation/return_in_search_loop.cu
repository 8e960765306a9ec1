// Fault: C4 early-return-before-barrier
// Finding: early-exit-before-barrier or deadlock
// The thread that finds the value returns, while the others go on to the next round's barrier.
#include <cuda_runtime.h>

#include <vector>

__global__ void search(const int* values, int rounds, int wanted, int* place) {
  __shared__ int tile[64];
  for (int r = 0; r < rounds; ++r) {
    tile[threadIdx.x] = values[r * 64 + threadIdx.x];
    __syncthreads();
    if (tile[63 - threadIdx.x] == wanted) {
      *place = r * 64 + 63 - threadIdx.x;
      return;
    }
    __syncthreads();  // FAULT
  }
}

int main() {
  std::vector<int> values(256);
  for (int i = 0; i < 256; ++i) values[i] = i;
  int *d_values, *place, result = -1;
  cudaMalloc(&d_values, 256 * sizeof(int));
  cudaMalloc(&place, sizeof(int));
  cudaMemcpy(d_values, values.data(), 256 * sizeof(int), cudaMemcpyHostToDevice);
  search<<<1, 64>>>(d_values, 4, 70, place);
  cudaMemcpy(&result, place, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_values);
  cudaFree(place);
  return 0;
}
