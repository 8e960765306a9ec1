// Correct: weights are added to bins with atomics on float; the order differs and the sums are
// exact all the same
#include <cuda_runtime.h>

#include <vector>

__global__ void weigh(const int* keys, const float* weights, float* bins, int n) {
  __shared__ float local[10];
  if (threadIdx.x < 10) local[threadIdx.x] = 0.0f;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&local[keys[i]], weights[i]);
  }
  __syncthreads();
  if (threadIdx.x < 10) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  const int n = 700;
  std::vector<int> keys(n);
  std::vector<float> weights(n), bins(10), expected(10, 0.0f);
  for (int i = 0; i < n; ++i) {
    keys[i] = i * 7 % 10;
    weights[i] = 0.25f * (i % 8);
    expected[keys[i]] += weights[i];
  }
  int* d_keys;
  float *d_weights, *d_bins;
  cudaMalloc(&d_keys, n * sizeof(int));
  cudaMalloc(&d_weights, n * sizeof(float));
  cudaMalloc(&d_bins, 10 * sizeof(float));
  cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weights, weights.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, 10 * sizeof(float));
  weigh<<<3, 64>>>(d_keys, d_weights, d_bins, n);
  cudaMemcpy(bins.data(), d_bins, 10 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_keys);
  cudaFree(d_weights);
  cudaFree(d_bins);
  return bins == expected ? 0 : 1;
}
