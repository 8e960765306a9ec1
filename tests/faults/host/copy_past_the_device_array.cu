// Fault: A6 memcpy-wrong-bytes
// Finding: copy-past-end
// The copy counts doubles, the arrays hold floats.
#include <cuda_runtime.h>

#include <vector>

__global__ void fill(float* data) { data[threadIdx.x] = 0.5f; }

int main() {
  const int n = 100;
  std::vector<float> host(2 * n);
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  fill<<<1, n>>>(data);
  cudaMemcpy(host.data(), data, n * sizeof(double), cudaMemcpyDeviceToHost);  // FAULT
  cudaFree(data);
  return 0;
}
