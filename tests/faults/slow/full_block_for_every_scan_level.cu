// Fault: D9 idle-threads-per-level
// Finding: idle-threads
// The up-sweep of a scan launches all threads at every level and lets most of them return.
#include <cuda_runtime.h>

#include <vector>

__global__ void up_sweep(int* data, int n, int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, step = 2 << level;
  int right = (i + 1) * step - 1;
  if (right < n) data[right] += data[right - step / 2];
}

int main() {
  const int n = 1 << 14;
  std::vector<int> host(n, 1);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int level = 6; (1 << level) < n; ++level) {
    up_sweep<<<n / 256, 256>>>(d, n, level);  // FAULT
  }
  cudaMemcpy(host.data(), d, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
