// Fault: A15 grid-too-large
// Finding: invalid-launch-configuration
// The batch is the grid's z, which goes to 65,535 as well.
#include <cuda_runtime.h>

template <typename T>
__global__ void touch(T* data) {
  if (blockIdx.z == 5) data[threadIdx.x] = T(1);
}

int main() {
  const int batch = 66000;
  double* data;
  cudaMalloc(&data, 32 * sizeof(double));
  touch<<<dim3(1, 1, batch), 32>>>(data);  // FAULT
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
