// Correct: while copies are under way a block writes to other elements of the same tile
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

constexpr int kTile = 128, kRadius = 2, kRounds = 4;

// The halo at the ends is written by threads; what the copies bring is scaled only after the wait.
__global__ void smooth(const int* in, int* out) {
  __shared__ int tile[kTile + 2 * kRadius];
  int t = threadIdx.x;
  for (int round = 0; round < kRounds; ++round) {
    int i = (blockIdx.x * kRounds + round) * kTile + t;
    __pipeline_memcpy_async(&tile[t + kRadius], &in[i], sizeof(int));
    __pipeline_commit();
    if (t < kRadius) tile[t] = 0;
    if (t >= kTile - kRadius) tile[t + 2 * kRadius] = 0;
    __pipeline_wait_prior(0);
    tile[t + kRadius] *= 2;
    __syncthreads();
    out[i] = tile[t] + tile[t + kRadius] + tile[t + 2 * kRadius];
    __syncthreads();
  }
}

int main() {
  const int blocks = 4, n = blocks * kRounds * kTile;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  smooth<<<blocks, kTile>>>(in, out);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return host[0] == 4 && host[10] == 6 ? 0 : 1;
}
