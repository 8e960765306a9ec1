// Fault: C13 shuffle-reduction-reads-wrong-lane
// Finding: conflicting-writes or missing-syncwarp or partial-result-used
// The lanes of each warp all store what they take for the warp's sum; only lane 0 has it.
#include <cuda_runtime.h>

#include <vector>

template <typename T>
__device__ T warp_sum(T value) {
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffffu, value, d);
  return value;
}

__global__ void sums(const double* in, double* out) {
  __shared__ double partial[4];
  partial[threadIdx.x / 32] = warp_sum(in[threadIdx.x]);  // FAULT
  __syncthreads();
  if (threadIdx.x == 0) *out = partial[0] + partial[1] + partial[2] + partial[3];
}

int main() {
  std::vector<double> in(128, 1.0);
  double *d_in, *d_out, out = 0;
  cudaMalloc(&d_in, 128 * sizeof(double));
  cudaMalloc(&d_out, sizeof(double));
  cudaMemcpy(d_in, in.data(), 128 * sizeof(double), cudaMemcpyHostToDevice);
  sums<<<1, 128>>>(d_in, d_out);
  cudaMemcpy(&out, d_out, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
