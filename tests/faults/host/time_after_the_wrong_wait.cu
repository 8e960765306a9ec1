// Fault: A9 elapsed-time-too-early
// Finding: event-not-reached
// The host waits for the first event only.
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
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEventRecord(start, stream);
  iterate<<<1, 256, 0, stream>>>(data, 10000);
  cudaEventRecord(stop, stream);
  cudaEventSynchronize(start);
  if (cudaEventElapsedTime(&ms, start, stop) != cudaSuccess) ms = 0;  // FAULT
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(data);
  return ms < 0;
}
