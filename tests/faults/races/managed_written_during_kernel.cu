// Fault: A19 host-device-race
// Finding: host-device-race
// The host changes managed memory while a kernel reads it.
#include <cuda_runtime.h>

__global__ void scale(const float* factor, float* data) {
  data[threadIdx.x] = threadIdx.x * *factor;  // FAULT
}

int main() {
  float *factor, *data;
  cudaMallocManaged(&factor, sizeof(float));
  cudaMalloc(&data, 64 * sizeof(float));
  *factor = 2.0f;
  scale<<<1, 64>>>(factor, data);
  *factor = 3.0f;  // FAULT
  cudaDeviceSynchronize();
  cudaFree(factor);
  cudaFree(data);
  return 0;
}
