// Fault: B10 index-overflow-int32
// Finding: sum-overflow
// The lanes of a warp add up their debts, which are below 0, by shuffles.
#include <cuda_runtime.h>

#include <vector>

__global__ void debts(const int* in, int* out) {
  int debt = in[blockIdx.x * 32 + threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    debt = debt + __shfl_xor_sync(0xffffffffu, debt, distance);  // FAULT
  if (threadIdx.x == 0) out[blockIdx.x] = debt;
}

int main() {
  const int warps = 8;
  std::vector<int> in(warps * 32), out(warps);
  for (int i = 0; i < warps * 32; ++i) in[i] = -100000000 - i;
  int *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_out, warps * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  debts<<<warps, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, warps * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
