// Fault: D12 too-few-blocks
// Finding: too-few-blocks
// One block strides through a large array, while all other multiprocessors have nothing to do.
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(float* data, int n, float factor) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] *= factor;
}

int main() {
  const int n = 1 << 18;
  std::vector<float> host(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<1, 1024>>>(d, n, 3.0f);  // FAULT
  cudaMemcpy(host.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
