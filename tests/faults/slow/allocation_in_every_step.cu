// Fault: D26 blocking-call-in-pipeline
// Finding: allocation-in-loop
// A temporary array is allocated and freed in every step.
#include <cuda_runtime.h>

__global__ void fill(float* data, float value) { data[threadIdx.x] = value; }
__global__ void add(float* sum, const float* data) { sum[threadIdx.x] += data[threadIdx.x]; }

int main() {
  float* sum;
  cudaMalloc(&sum, 256 * sizeof(float));
  cudaMemset(sum, 0, 256 * sizeof(float));
  for (int s = 0; s < 50; ++s) {
    float* temporary;
    cudaMalloc(&temporary, 256 * sizeof(float));  // FAULT
    fill<<<1, 256>>>(temporary, 0.5f * s);
    add<<<1, 256>>>(sum, temporary);
    cudaFree(temporary);  // FAULT
  }
  cudaDeviceSynchronize();
  cudaFree(sum);
  return 0;
}
