// Fault: C14 flag-read-once
// Finding: flag-read-once
// The second kernel waits for a plain word that the first one has set, in another loop.
#include <cuda_runtime.h>

__global__ void announce(volatile int* ready) { *ready = 3; }

__global__ void wait_and_fill(const int* ready, float* out) {
  if (threadIdx.x < 16) {
    while (ready[1] != 0 || ready[0] < 3) {  // FAULT
    }
  }
  out[threadIdx.x] = 1.0f;
}

int main() {
  int* ready;
  float *out, result[32];
  cudaMalloc(&ready, 2 * sizeof(int));
  cudaMalloc(&out, sizeof result);
  cudaMemset(ready, 0, 2 * sizeof(int));
  announce<<<1, 1>>>(ready);
  wait_and_fill<<<1, 32>>>(ready, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(ready);
  cudaFree(out);
  return 0;
}
