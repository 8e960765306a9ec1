// Correct: host and device take turns with managed memory, and the host waits before each of its
// turns
#include <cuda_runtime.h>

__global__ void doubled(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

int main() {
  const int n = 100;
  int* data;
  cudaMallocManaged(&data, n * sizeof(int));
  for (int i = 0; i < n; ++i) data[i] = i;
  for (int round = 0; round < 3; ++round) {
    doubled<<<2, 64>>>(data, n);
    cudaDeviceSynchronize();
    data[0] += 1;
  }
  bool is_right = data[0] == 7;
  for (int i = 1; i < n; ++i) is_right = is_right && data[i] == 8 * i;
  cudaFree(data);
  return is_right ? 0 : 1;
}
