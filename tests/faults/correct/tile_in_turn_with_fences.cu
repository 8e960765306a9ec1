// Correct: blocks add to one tile in turn, each with a fence behind its stores and one behind its
// look
#include <cuda_runtime.h>

__global__ void add_parts(const float* parts, float* tile, int* turn) {
  const int t = threadIdx.x;
  if (t == 0) {
    while (atomicAdd(turn, 0) != (int)blockIdx.x) {
    }
    __threadfence();
  }
  __syncthreads();
  const float old = blockIdx.x == 0 ? 0.0f : tile[t];
  tile[t] = old + parts[blockIdx.x * blockDim.x + t];
  __threadfence();
  __syncthreads();
  if (t == 0) atomicExch(turn, blockIdx.x + 1);
}

int main() {
  const int blocks = 4, n = 128;
  static float host[blocks * n];
  for (int i = 0; i < blocks * n; ++i) host[i] = i % 5;
  float *parts, *tile, result[n];
  int* turn;
  cudaMalloc(&parts, sizeof host);
  cudaMalloc(&tile, sizeof result);
  cudaMalloc(&turn, sizeof(int));
  cudaMemset(turn, 0, sizeof(int));
  cudaMemcpy(parts, host, sizeof host, cudaMemcpyHostToDevice);
  add_parts<<<blocks, n>>>(parts, tile, turn);
  cudaMemcpy(result, tile, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(parts);
  cudaFree(tile);
  cudaFree(turn);
  return 0;
}
