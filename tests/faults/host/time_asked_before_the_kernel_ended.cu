// Fault: A9 elapsed-time-too-early
// Finding: event-not-reached
// The time is asked for while the kernel runs; the result is looked at, but nobody waits.
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
  cudaEventRecord(start);
  iterate<<<1, 256>>>(data, 10000);
  cudaEventRecord(stop);
  const cudaError_t error = cudaEventElapsedTime(&ms, start, stop);  // FAULT
  cudaDeviceSynchronize();
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(data);
  return error == cudaSuccess && ms < 0;
}
