// Correct: the time is asked for again and again until both events have happened
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
  iterate<<<1, 256>>>(data, 1000);
  cudaEventRecord(stop);
  if (cudaEventElapsedTime(&ms, start, stop) == cudaErrorNotReady) cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(data);
  return ms < 0;
}
