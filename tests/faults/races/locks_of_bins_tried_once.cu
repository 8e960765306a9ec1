// Fault: C7 non-atomic-accumulate
// Finding: lock-not-waited-for
#include <cuda_runtime.h>

constexpr int kBins = 8;

__device__ bool try_to_take(int* word) { return atomicCAS(word, 0, 1) == 0; }  // FAULT

__global__ void count_digits(const int* digits, int count, int* bins) {
  __shared__ int locks[kBins], counts[kBins];
  if (threadIdx.x < kBins) locks[threadIdx.x] = counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    int bin = digits[i] % kBins;
    if (try_to_take(&locks[bin])) {
      __threadfence_block();
      counts[bin] += 1;
      __threadfence_block();
      atomicExch(&locks[bin], 0);
    }
  }
  __syncthreads();
  if (threadIdx.x < kBins) bins[threadIdx.x] = counts[threadIdx.x];
}

int main() {
  int digits[512], bins[kBins], *device_digits, *device_bins, sum = 0;
  for (int i = 0; i < 512; ++i) digits[i] = i / 3;
  cudaMalloc(&device_digits, sizeof digits);
  cudaMalloc(&device_bins, sizeof bins);
  cudaMemcpy(device_digits, digits, sizeof digits, cudaMemcpyHostToDevice);
  count_digits<<<1, 128>>>(device_digits, 512, device_bins);
  cudaMemcpy(bins, device_bins, sizeof bins, cudaMemcpyDeviceToHost);
  cudaFree(device_digits);
  cudaFree(device_bins);
  for (int bin : bins) sum += bin;
  return sum == 512 ? 0 : 1;
}
