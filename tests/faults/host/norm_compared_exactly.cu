// Fault: C8 order-of-float-sums
// Finding: float-sums-compared
// The parts of the blocks are added up in double, and so are the squares of the host: each in its
// own order.
#include <cuda_runtime.h>

#include <cstdio>
#include <numeric>
#include <vector>

constexpr int kThreads = 128;

__global__ void add_squares(const double* values, int count, double* parts) {
  __shared__ double of_block[kThreads];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  of_block[threadIdx.x] = i < count ? values[i] * values[i] : 0;
  __syncthreads();
  for (int distance = kThreads / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) of_block[threadIdx.x] += of_block[threadIdx.x + distance];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(parts, of_block[0]);
}

int main() {
  constexpr int kCount = 3000;
  std::vector<double> host(kCount);
  for (int i = 0; i < kCount; ++i) host[i] = 0.1 * (i % 17);
  double *values, *parts;
  cudaMalloc(&values, kCount * sizeof(double));
  cudaMalloc(&parts, sizeof(double));
  cudaMemcpy(values, host.data(), kCount * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(parts, 0, sizeof(double));
  add_squares<<<(kCount + kThreads - 1) / kThreads, kThreads>>>(values, kCount, parts);
  std::vector<double> norm(1);
  cudaMemcpy(norm.data(), parts, sizeof(double), cudaMemcpyDeviceToHost);
  const double expected = std::inner_product(host.begin(), host.end(), host.begin(), 0.0);
  const bool is_wrong = norm[0] != expected;  // FAULT
  std::printf("%s\n", is_wrong ? "wrong" : "right");
  cudaFree(values);
  cudaFree(parts);
  return 0;
}
