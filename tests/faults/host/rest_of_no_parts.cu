// Fault: A13 division-by-zero
// Finding: host-division-by-zero
// The rest of a division into parts, of which there are none for so few elements.
#include <cuda_runtime.h>

__global__ void fill(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * i;
}

int rest_of(int n, int parts) {
  return n % parts;  // FAULT
}

int main() {
  const volatile int size = 1000;
  const int n = size;
  float* out;
  cudaMalloc(&out, n * sizeof(float));
  fill<<<(n + 255) / 256, 256>>>(out, n);
  const int left = rest_of(n, n / 4096);
  if (left > 0) fill<<<1, 256>>>(out, left);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
