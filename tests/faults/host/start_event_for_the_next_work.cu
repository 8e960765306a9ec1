// Fault: A9 event-recorded-again
// Finding: event-recorded-again says "below 0"
// The first event is recorded once more where the second kernel's end was meant: the time ends
// before it begins.
#include <cuda_runtime.h>

__global__ void fill(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * i;
}

int main() {
  const int n = 1 << 16;
  float *out, milliseconds = 0.0f;
  cudaEvent_t start, stop;
  cudaMalloc(&out, n * sizeof(float));
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  fill<<<n / 256, 256>>>(out, n);
  cudaEventRecord(stop);
  fill<<<n / 256, 256>>>(out, n);
  cudaEventRecord(start);  // FAULT
  cudaDeviceSynchronize();
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(out);
  return 0;
}
