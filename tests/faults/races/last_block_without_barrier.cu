// Fault: C15 missing-threadfence
// Finding: race-between-blocks
// The block's first thread fences and draws the ticket before the other warps have stored theirs:
// a __syncthreads() is missing before it.
#include <cuda_runtime.h>

#include <vector>

__device__ unsigned tickets;

__global__ void sums_of_columns(const int* in, int* partial, int* out) {
  __shared__ bool is_last;
  int t = threadIdx.x, sum = 0;
  for (int row = 0; row < 4; ++row) sum += in[(blockIdx.x * 4 + row) * 96 + t];
  partial[blockIdx.x * 96 + t] = sum;  // FAULT
  if (t == 0) {
    __threadfence();
    is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  int total = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b * 96 + t];  // FAULT
  out[t] = total;
}

int main() {
  const int blocks = 5;
  std::vector<int> in(blocks * 4 * 96, 1), host(96);
  int *d_in, *partial, *out;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&partial, blocks * 96 * sizeof(int));
  cudaMalloc(&out, 96 * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  sums_of_columns<<<blocks, 96>>>(d_in, partial, out);
  cudaMemcpy(host.data(), out, 96 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(partial);
  cudaFree(out);
  return 0;
}
