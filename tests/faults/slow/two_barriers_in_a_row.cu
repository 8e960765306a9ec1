// Fault: C21 redundant-barrier
// Finding: redundant-barrier
// Two barriers follow each other with nothing between them but registers.
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse(int* data, int rounds) {
  __shared__ int s[64];
  int t = threadIdx.x, value = data[t];
  for (int r = 0; r < rounds; ++r) {
    s[t] = value;
    __syncthreads();
    value = s[63 - t];
    __syncthreads();
    value += r;
    __syncthreads();  // FAULT
  }
  data[t] = value;
}

int main() {
  std::vector<int> host(64, 1);
  int* d;
  cudaMalloc(&d, 64 * sizeof(int));
  cudaMemcpy(d, host.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(d, 30);
  cudaMemcpy(host.data(), d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
