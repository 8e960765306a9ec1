// Fault: D14 low-occupancy
// Finding: low-occupancy
// The launch asks for 48 KiB of dynamic shared memory "to be safe"; 64 threads share it.
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse(int* data) {
  extern __shared__ int s[];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = data[i];
  __syncthreads();
  data[i] = s[63 - t];
}

int main() {
  const int n = 64 * 800;
  std::vector<int> host(n, 1);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<n / 64, 64, 48 << 10>>>(d);  // FAULT
  cudaMemcpy(host.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
