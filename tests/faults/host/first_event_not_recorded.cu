// Fault: A9 event-not-recorded
// Finding: event-without-time
// The same of the first one, and the program looks at the error and ends.
#include <cuda_runtime.h>

__global__ void iterate(float* data, int rounds) {
  float v = data[threadIdx.x];
  for (int k = 0; k < rounds; ++k) v = v * 1.01f + 1;
  data[threadIdx.x] = v;
}

int main() {
  float *data, ms = 0;
  cudaMalloc(&data, 256 * sizeof(float));
  cudaMemset(data, 0, 256 * sizeof(float));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  iterate<<<1, 256>>>(data, 100);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  const cudaError_t error = cudaEventElapsedTime(&ms, start, stop);  // FAULT
  if (error != cudaSuccess) return 1;
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(data);
  return 0;
}
