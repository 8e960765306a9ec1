// Fault: C7 non-atomic-accumulate
// Finding: missing-trailing-barrier says "the value that the atomic returns"
// Each thread loads the mean plainly that others change by atomics: what it finds is one of many
// values.
#include <cuda_runtime.h>

__global__ void running_mean(const float* values, int* count, float* mean, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int so_far = atomicAdd(count, 1) + 1;
  const float difference = values[i] - *mean;  // FAULT
  atomicAdd(mean, difference / so_far);        // FAULT
}

int main() {
  const int n = 256;
  float host[n], *values, *mean;
  int* count;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&mean, sizeof(float));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(mean, 0, sizeof(float));
  cudaMemset(count, 0, sizeof(int));
  running_mean<<<1, n>>>(values, count, mean, n);
  cudaMemcpy(host, mean, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(mean);
  cudaFree(count);
  return 0;
}
