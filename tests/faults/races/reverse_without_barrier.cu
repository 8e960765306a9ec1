// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier
// A block reverses its elements through shared memory and does not wait for the other warps.
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse(int* data) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  tile[t] = data[t];        // FAULT
  data[t] = tile[127 - t];  // FAULT
}

int main() {
  std::vector<int> host(128);
  for (int i = 0; i < 128; ++i) host[i] = i;
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemcpy(data, host.data(), 128 * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<1, 128>>>(data);
  cudaMemcpy(host.data(), data, 128 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  return 0;
}
