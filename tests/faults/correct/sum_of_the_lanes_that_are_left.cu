// Correct: a sum over the lanes below the end, each step of which looks whether there is a partner
#include <cuda_runtime.h>

#include <vector>

__device__ double sum_of_first(double value, int count) {
  int lane = threadIdx.x % 32;
  unsigned mask = count == 32 ? 0xffffffffu : (1u << count) - 1;
  for (int d = 16; d > 0; d /= 2) {
    double other = __shfl_down_sync(mask, value, d);
    if (lane + d < count) value += other;
  }
  return value;
}

__global__ void sums(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int first = i / 32 * 32;
  double sum = sum_of_first(in[i], n - first < 32 ? n - first : 32);
  if (threadIdx.x % 32 == 0) out[first / 32] = sum;
}

__global__ void half_of_a_warp(int* out) {
  if (threadIdx.x >= 16) return;
  int sum = threadIdx.x;
  for (int d = 8; d > 0; d /= 2) sum += __shfl_down_sync(0xffffu, sum, d);
  if (threadIdx.x == 0) *out = sum;
}

__global__ void total_for_every_lane(const double* in, double* out) {
  double sum = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  *out = sum;  // the same in all lanes
}

int main() {
  const int n = 51;
  std::vector<double> in(n), out(3);
  for (int i = 0; i < n; ++i) in[i] = i;
  double *d_in, *d_out;
  int* d_half;
  cudaMalloc(&d_in, n * sizeof(double));
  cudaMalloc(&d_out, 3 * sizeof(double));
  cudaMalloc(&d_half, sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  sums<<<1, 64>>>(d_in, d_out, n);
  half_of_a_warp<<<1, 32>>>(d_half);
  total_for_every_lane<<<1, 32>>>(d_in, d_out + 2);
  int half = 0;
  cudaMemcpy(out.data(), d_out, 3 * sizeof(double), cudaMemcpyDeviceToHost);
  cudaMemcpy(&half, d_half, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_half);
  return out[0] == 496 && out[1] == 779 && out[2] == 496 && half == 120 ? 0 : 1;
}
