// Fault: A2 unchecked-launch
// Finding: unchecked-error or invalid-launch-configuration
// A cooperative launch has more blocks than fit at once; it fails and nobody looks.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void all(int* data) {
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0) data[threadIdx.x] = 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 1024 * sizeof(int));
  void* arguments[] = {&data};
  cudaLaunchCooperativeKernel((void*)all, dim3(100000), dim3(1024), arguments, 0, 0);  // FAULT
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
