// Fault: D16 accidental-double
// Finding: accidental-double
// The exponent is an int, so floats are raised to a power in doubles.
#include <cuda_runtime.h>

#include <vector>

__global__ void decay(const float* age, float* weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) weight[i] = pow(age[i] + 1.0f, -3);  // FAULT
}

int main() {
  const int n = 64 * 256;
  std::vector<float> ages(n, 2.0f), weights(n);
  float *age, *weight;
  cudaMalloc(&age, n * sizeof(float));
  cudaMalloc(&weight, n * sizeof(float));
  cudaMemcpy(age, ages.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  decay<<<64, 256>>>(age, weight, n);
  cudaMemcpy(weights.data(), weight, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(age);
  cudaFree(weight);
  return 0;
}
