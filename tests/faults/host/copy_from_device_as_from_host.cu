// Fault: A5 memcpy-wrong-direction
// Finding: copy-wrong-direction
// The result is copied with the kind of the other direction.
#include <cuda_runtime.h>

#include <vector>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  std::vector<int> host(32);
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  fill<<<1, 32>>>(data);
  cudaMemcpy(host.data(), data, 32 * sizeof(int), cudaMemcpyHostToDevice);  // FAULT
  cudaFree(data);
  return 0;
}
