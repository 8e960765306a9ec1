// Correct: blocks take tickets for their order, so that the block with ticket k waits only for
// blocks that run already
#include <cuda_runtime.h>

#include <vector>

__device__ unsigned ticket;
__device__ volatile int sums[16];
__device__ volatile int ready[16];

__global__ void scan(const int* in, int* out) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0) {
    mine = atomicAdd(&ticket, 1u);
    int before = 0;
    if (mine > 0) {
      while (ready[mine - 1] == 0) {
      }
      __threadfence();
      before = sums[mine - 1];
    }
    out[mine] = before + in[mine];
    sums[mine] = before + in[mine];
    __threadfence();
    ready[mine] = 1;
  }
}

int main() {
  const int n = 16;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(1);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  scan<<<16, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i + 1)) return 1;
  }
  return 0;
}
