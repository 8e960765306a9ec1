// Fault: A7 wrong-address-space
// Finding: device-pointer-on-host
// The host fills its input through the device's pointer.
#include <cuda_runtime.h>

__global__ void doubled(float* data, int n) {
  int i = threadIdx.x;
  if (i < n) data[i] *= 2.0f;
}

static void initialise(float* values, int n) {
  for (int i = 0; i < n; ++i) values[i] = 1.0f;  // FAULT
}

int main() {
  const int n = 128;
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  initialise(data, n);
  doubled<<<1, n>>>(data, n);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
