// Fault: A15 grid-too-large
// Finding: invalid-launch-configuration
// One block in y for each of 70,000 rows; y goes to 65,535.
#include <cuda_runtime.h>

__global__ void touch(int* data) {
  if (blockIdx.y == 0) data[threadIdx.x] = 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  touch<<<dim3(1, 70000), 32>>>(data);  // FAULT
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
