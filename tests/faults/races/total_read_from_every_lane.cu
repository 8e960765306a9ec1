// Fault: C13 shuffle-reduction-reads-wrong-lane
// Finding: conflicting-writes or missing-syncwarp or partial-result-used
// After a sum by __shfl_down_sync only lane 0 has the total; every lane writes what it has as the
// block's total.
#include <cuda_runtime.h>

#include <vector>

__global__ void totals(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffffu, value, d);
  *out = value;  // FAULT
}

int main() {
  std::vector<int> in(32, 1);
  int *d_in, *d_out, out = 0;
  cudaMalloc(&d_in, 32 * sizeof(int));
  cudaMalloc(&d_out, sizeof(int));
  cudaMemcpy(d_in, in.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
  totals<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
