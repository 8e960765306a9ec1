// Fault: B10 index-overflow-int32
// Finding: index-overflow
// An index of 16 bits becomes negative behind element 32,767.
#include <cuda_runtime.h>

#include <vector>

__global__ void fill(int* data, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    short i = static_cast<short>(k);
    data[i] = k;  // FAULT
  }
}

int main() {
  const int n = 33000;
  std::vector<int> host(n);
  int* data;
  cudaMalloc(&data, n * sizeof(int));
  fill<<<1, 1024>>>(data, n);
  cudaMemcpy(host.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  return 0;
}
