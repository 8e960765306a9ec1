// Fault: B13 power-of-two-assumption
// Finding: missing-bounds-guard or out-of-bounds
// A bitonic sort compares with a partner that does not exist when n is no power of two.
#include <cuda_runtime.h>

#include <vector>

__global__ void bitonic_step(int* data, int n, int j, int k) {
  int i = threadIdx.x, partner = i ^ j;
  if (i < n && partner > i) {
    int other = data[partner];  // FAULT
    bool up = (i & k) == 0;
    if ((data[i] > other) == up) {
      data[partner] = data[i];
      data[i] = other;
    }
  }
}

int main() {
  const int n = 200;
  std::vector<int> host(n, 5);
  int* data;
  cudaMalloc(&data, n * sizeof(int));
  cudaMemcpy(data, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int k = 2; k <= 256; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) bitonic_step<<<1, 256>>>(data, n, j, k);
  }
  cudaMemcpy(host.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  return 0;
}
