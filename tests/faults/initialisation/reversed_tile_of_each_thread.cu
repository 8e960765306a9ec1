// Fault: D2 missing-shared-qualifier
// Finding: missing-shared-qualifier
// The tile that a block should share is an array of each thread.
#include <cuda_runtime.h>

__global__ void reverse(float* data) {
  float tile[128];  // FAULT
  const int t = threadIdx.x;
  tile[t] = data[blockIdx.x * 128 + t];
  __syncthreads();
  data[blockIdx.x * 128 + t] = tile[127 - t];
}

int main() {
  float host[512], *data;
  for (int i = 0; i < 512; ++i) host[i] = i;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<4, 128>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  return 0;
}
