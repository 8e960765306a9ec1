// Fault: A17 early-device-reset
// Finding: use-after-reset or unchecked-error
// cudaDeviceReset is called before the result is copied.
#include <cuda_runtime.h>

#include <vector>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  std::vector<int> host(32);
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  fill<<<1, 32>>>(data);
  cudaDeviceReset();                                                        // FAULT
  cudaMemcpy(host.data(), data, 32 * sizeof(int), cudaMemcpyDeviceToHost);  // FAULT
  return 0;
}
