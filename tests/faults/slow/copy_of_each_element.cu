// Fault: D22 transfer-every-iteration
// Finding: per-element-copy
// The elements of a list are copied one by one.
#include <cuda_runtime.h>

#include <list>

__global__ void square(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= data[i];
}

int main() {
  std::list<float> values(600, 1.5f);
  float* d;
  cudaMalloc(&d, values.size() * sizeof(float));
  int place = 0;
  for (float& value : values) {
    cudaMemcpy(d + place++, &value, sizeof(float), cudaMemcpyHostToDevice);  // FAULT
  }
  square<<<3, 256>>>(d, place);
  cudaDeviceSynchronize();
  cudaFree(d);
  return 0;
}
