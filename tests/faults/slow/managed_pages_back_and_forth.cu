// Fault: D28 managed-memory-thrash
// Finding: managed-memory-thrash
// Host and device take turns with every page of managed memory.
#include <cuda_runtime.h>

__global__ void step(float* u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) u[i] += 1.0f;
}

int main() {
  const int n = 1 << 14;
  float* u;
  cudaMallocManaged(&u, n * sizeof(float));
  for (int i = 0; i < n; ++i) u[i] = 0.0f;
  for (int s = 0; s < 10; ++s) {
    // Without a prefetch of what the host has written.
    step<<<n / 256, 256>>>(u, n);  // FAULT
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i += 512) u[i] *= 0.5f;  // FAULT
  }
  cudaFree(u);
  return 0;
}
