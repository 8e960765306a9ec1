// Fault: D5 shared-bank-conflict
// Finding: shared-bank-conflict
// Each thread keeps eight values one behind the other in shared memory.
#include <cuda_runtime.h>

#include <vector>

__global__ void smallest(const int* in, int* out) {
  __shared__ int values[64 * 8];
  int t = threadIdx.x, base = blockIdx.x * 512;
  for (int k = 0; k < 8; ++k) values[k * 64 + t] = in[base + k * 64 + t];
  __syncthreads();
  int best = 1 << 30;
  for (int k = 0; k < 8; ++k) {
    best = min(best, values[8 * t + k]);  // FAULT
  }
  out[blockIdx.x * 64 + t] = best;
}

int main() {
  const int blocks = 40;
  std::vector<int> in(blocks * 512, 3), out(blocks * 64);
  int *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_out, out.size() * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  smallest<<<blocks, 64>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
