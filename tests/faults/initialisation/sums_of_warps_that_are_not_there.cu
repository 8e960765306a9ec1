// Fault: C18 uninitialised-shared
// Finding: uninitialised-shared
// The kernel expects eight warps and is launched with four: the sums of the others are garbage.
#include <cuda_runtime.h>

#include <vector>

__global__ void total_of(const unsigned* in, unsigned* total) {
  __shared__ unsigned of_warp[8];
  const unsigned t = threadIdx.x, lane = t % 32;
  const unsigned sum = __reduce_add_sync(0xffffffff, in[t]);
  if (lane == 0) of_warp[t / 32] = sum;
  __syncthreads();
  if (t >= 32) return;
  const unsigned all = __reduce_add_sync(0xffffffff, lane < 8 ? of_warp[lane] : 0);  // FAULT
  if (t == 0) *total = all;
}

int main() {
  const int n = 128;
  std::vector<unsigned> in(n, 3);
  unsigned total = 0, *d_in, *d_total;
  cudaMalloc(&d_in, n * sizeof(unsigned));
  cudaMalloc(&d_total, sizeof(total));
  cudaMemcpy(d_in, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  total_of<<<1, n>>>(d_in, d_total);
  cudaMemcpy(&total, d_total, sizeof(total), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_total);
  return 0;
}
