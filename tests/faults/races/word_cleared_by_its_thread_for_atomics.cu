// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier
// Each thread of the first warp clears one counter, and then all warps count: those of the first
// warp need the barrier as well, not a __syncwarp().
#include <cuda_runtime.h>

#include <vector>

__global__ void count_digits(const unsigned* values, unsigned* out) {
  __shared__ unsigned digits[16];
  int t = threadIdx.x;
  if (t < 16) digits[t] = 0;
  atomicAdd(&digits[values[blockIdx.x * blockDim.x + t] % 16], 1u);  // FAULT
  __syncthreads();
  if (t < 16) atomicAdd(&out[t], digits[t]);
}

int main() {
  const int n = 4 * 128;
  std::vector<unsigned> values(n), host(16);
  for (int i = 0; i < n; ++i) values[i] = i * 11;
  unsigned *d_values, *out;
  cudaMalloc(&d_values, n * sizeof(unsigned));
  cudaMalloc(&out, 16 * sizeof(unsigned));
  cudaMemcpy(d_values, values.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 16 * sizeof(unsigned));
  count_digits<<<4, 128>>>(d_values, out);
  cudaMemcpy(host.data(), out, 16 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_values);
  cudaFree(out);
  return 0;
}
