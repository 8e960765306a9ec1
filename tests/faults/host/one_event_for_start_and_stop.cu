// Fault: A9 event-recorded-again
// Finding: event-recorded-again
// One event is used for both ends of what is measured.
#include <cuda_runtime.h>

__global__ void fill(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * i;
}

int main() {
  const int n = 1 << 16;
  float *out, milliseconds = 0.0f;
  cudaStream_t stream;
  cudaEvent_t time;
  cudaMalloc(&out, n * sizeof(float));
  cudaStreamCreate(&stream);
  cudaEventCreate(&time);
  cudaEventRecord(time, stream);
  fill<<<n / 256, 256, 0, stream>>>(out, n);
  fill<<<n / 256, 256, 0, stream>>>(out, n);
  cudaEventRecord(time, stream);  // FAULT
  cudaStreamSynchronize(stream);
  cudaEventElapsedTime(&milliseconds, time, time);
  cudaEventDestroy(time);
  cudaStreamDestroy(stream);
  cudaFree(out);
  return 0;
}
