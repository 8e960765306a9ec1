// Fault: C19 uninitialised-global
// Finding: uninitialised-global or input-not-copied
// The second input was allocated, and its copy forgotten.
#include <cuda_runtime.h>

#include <vector>

struct Arrays {
  const float *a, *b;
  float* sum;
};

__global__ void add(Arrays v, int n) {
  int i = threadIdx.x;
  if (i < n) v.sum[i] = v.a[i] + v.b[i];  // FAULT
}

int main() {
  const int n = 90;
  std::vector<float> host(n, 1.0f);
  float *a, *b, *sum;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&sum, n * sizeof(float));
  cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<1, 96>>>(Arrays{a, b, sum}, n);
  cudaMemcpy(host.data(), sum, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (float* array : {a, b, sum}) cudaFree(array);
  return 0;
}
