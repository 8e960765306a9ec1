// Correct: events are recorded again in each round: to be waited for, for the time of the last
// round only, and for that of nothing, which is measured on purpose.
#include <cuda_runtime.h>

__global__ void fill(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * i;
}

int main() {
  const int n = 1 << 16;
  float *out, milliseconds = 0.0f, nothing = 0.0f;
  cudaStream_t one, other;
  cudaEvent_t start, stop, handed;
  cudaMalloc(&out, n * sizeof(float));
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventCreate(&handed);
  for (int round = 0; round < 3; ++round) {
    cudaEventRecord(start, one);
    fill<<<n / 256, 256, 0, one>>>(out, n);
    cudaEventRecord(handed, one);
    cudaStreamWaitEvent(other, handed, 0);
    fill<<<n / 256, 256, 0, other>>>(out, n);
    cudaEventRecord(handed, other);
    cudaStreamWaitEvent(one, handed, 0);
    cudaEventRecord(stop, one);
  }
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaEventRecord(start, one);
  cudaEventRecord(stop, one);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&nothing, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaEventDestroy(handed);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
  cudaFree(out);
  return milliseconds > 0.0f && nothing < milliseconds ? 0 : 1;
}
