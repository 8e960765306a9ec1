// Fault: B3 local-for-global-index
// Finding: local-for-global-index
// The index lacks the block, and each block changes the same first elements.
#include <cuda_runtime.h>

__global__ void double_up(float* data, const float* more, int n) {
  int i = threadIdx.x;
  if (i < n) data[i] = data[i] + 2 * more[i];  // FAULT
}

int main() {
  const int n = 1000;
  float host[n], *data, *more;
  for (float& v : host) v = 1;
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&more, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(more, host, sizeof host, cudaMemcpyHostToDevice);
  double_up<<<4, 256>>>(data, more, n);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFree(more);
  return 0;
}
