// Correct: tries blocks that are too large first, and looks at each launch's error before the next
#include <cuda_runtime.h>

#include <vector>

__global__ void __launch_bounds__(256) square(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i * i;
}

int main() {
  const int n = 512;
  std::vector<int> host(n);
  int* data;
  if (cudaMalloc(&data, n * sizeof(int)) != cudaSuccess) return 2;
  int threads = 2048;
  while (true) {
    square<<<(n + threads - 1) / threads, threads>>>(data, n);
    if (cudaGetLastError() == cudaSuccess) break;
    threads /= 2;
  }
  cudaMemcpy(host.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  for (int i = 0; i < n; ++i) {
    if (host[i] != i * i) return 1;
  }
  return threads == 256 ? 0 : 3;
}
