// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier
// The last thread clears the sum: a barrier of its warp does not keep the other warps from adding
// before.
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const int* in, int* out) {
  __shared__ int sum;
  const int t = threadIdx.x;
  if (t == 127) sum = 0;                                                         // FAULT
  for (int i = t; i < 512; i += 128) atomicAdd(&sum, in[blockIdx.x * 512 + i]);  // FAULT
  __syncthreads();
  if (t == 0) out[blockIdx.x] = sum;
}

int main() {
  const int n = 1024;
  std::vector<int> in(n, 3), out(2);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, 2 * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<2, 128>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
