// Fault: B2 guard-inverted
// Finding: guard-inverted
// The comparison lets only threads pass that have no element.
#include <cuda_runtime.h>

__global__ void scale(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {  // FAULT
    data[i] = 2 * data[i];
  }
}

int main() {
  const int n = 1000;
  float host[n] = {}, *data;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<4, 256>>>(data, n);
  cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  return error != cudaSuccess;
}
