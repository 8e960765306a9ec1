// Fault: C12 shuffle-partial-last-warp
// Finding: shuffle-from-inactive-lane
// A warp sum with the full mask in a block of 48 threads: the second warp reads from lanes that do
// not exist.
#include <cuda_runtime.h>

#include <vector>

__inline__ __device__ float warp_sum(float value) {
  for (int d = 16; d > 0; d /= 2) {
    value += __shfl_xor_sync(0xffffffffu, value, d);  // FAULT
  }
  return value;
}

__global__ void sums(const float* in, float* out) {
  float sum = warp_sum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = sum;
}

int main() {
  std::vector<float> in(48, 1.0f), out(2);
  float *d_in, *d_out;
  cudaMalloc(&d_in, 48 * sizeof(float));
  cudaMalloc(&d_out, 2 * sizeof(float));
  cudaMemcpy(d_in, in.data(), 48 * sizeof(float), cudaMemcpyHostToDevice);
  sums<<<1, 48>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
