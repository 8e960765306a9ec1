// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier
// Thread 0 clears the block's sum. Its own warp adds to it next, and hides that the other warps may
// come before it.
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const int* in, int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;  // FAULT
  __syncwarp();
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);  // FAULT
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

int main() {
  const int n = 512;
  std::vector<int> in(n, 3), out(4);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, 4 * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<4, 128>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
