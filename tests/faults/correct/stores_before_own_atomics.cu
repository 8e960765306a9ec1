// Correct: words that one thread stores plainly and others update by atomics, each time behind what
// orders them A barrier of the block, one of the warp that alone goes on, and a fence with a flag
// for the other block.
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const int* in, int* out, int* of_all, int* flag) {
  __shared__ int sum, of_warp[4];
  const int t = threadIdx.x, warp = t / 32;
  const int number = in[blockIdx.x * blockDim.x + t];
  if (t == 0) sum = 0;
  if (t % 32 == 0) of_warp[warp] = 0;
  __syncwarp();
  if (t % 32 < 2) atomicAdd(&of_warp[warp], number);
  __syncthreads();
  if (t < 4) atomicAdd(&sum, of_warp[t]);
  __syncthreads();
  if (t % 32 == 0) atomicMax(&sum, 0);
  __syncthreads();
  if (t == 127) out[blockIdx.x] = sum;
  if (t == 127 && blockIdx.x == 0) {
    *of_all = 0;
    atomicAdd(of_all, sum);
    __threadfence();
    atomicExch(flag, 1);
  }
  if (t == 127 && blockIdx.x > 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    atomicAdd(of_all, sum);
  }
}

int main() {
  const int n = 512;
  std::vector<int> in(n, 3), out(4);
  int *d_in, *d_out, *d_of_all;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, 4 * sizeof(int));
  cudaMalloc(&d_of_all, 2 * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_of_all, 0, 2 * sizeof(int));
  sums<<<4, 128>>>(d_in, d_out, d_of_all, d_of_all + 1);
  cudaMemcpy(out.data(), d_out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_of_all);
  return 0;
}
