// Fault: C12 shuffle-partial-last-warp
// Finding: shuffle-from-inactive-lane
// Threads behind the end return; the maximum of a warp then also takes values of lanes that are
// gone.
#include <cuda_runtime.h>

#include <vector>

template <typename T>
__device__ T warp_max(T value) {
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    T other = __shfl_xor_sync(0xffffffffu, value, d);  // FAULT
    value = other > value ? other : value;
  }
  return value;
}

__global__ void maxima(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int most = warp_max(in[i]);
  if (threadIdx.x % 32 == 0) out[i / 32] = most;
}

int main() {
  const int n = 75;
  std::vector<int> host(n, -5), result(3);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, 3 * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  maxima<<<1, 96>>>(in, out, n);
  cudaMemcpy(result.data(), out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
