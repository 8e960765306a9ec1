// Fault: C9 missing-syncwarp
// Finding: missing-syncwarp
// Each level waits for its stores, but not for the loads of the neighbours' elements before them.
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const int* in, int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 32 + t];
  __syncwarp();
  for (int k = 1; k < 32; k *= 2) {
    s[t] += s[(t + k) % 32];  // FAULT
    __syncwarp();
  }
  out[blockIdx.x * 32 + t] = s[t];
}

int main() {
  const int n = 64;
  std::vector<int> in(n, 3), out(n);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<2, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
