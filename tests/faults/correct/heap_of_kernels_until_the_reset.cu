// Correct: a kernel's memory is freed by another thread of the launch, and a table that all later
// kernels use by cudaDeviceReset at the end
#include <cuda_runtime.h>

__device__ int* table;

__global__ void make_table(int n) {
  table = static_cast<int*>(malloc(n * sizeof(int)));
  for (int i = 0; i < n; ++i) table[i] = i * i;
}

__global__ void look_up(const int* keys, int* out) {
  __shared__ int* scratch;
  int t = threadIdx.x;
  if (t == 0) scratch = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  scratch[t] = table[keys[t]];
  __syncthreads();
  out[t] = scratch[blockDim.x - 1 - t];
  __syncthreads();
  if (t == 1) free(scratch);
}

int main() {
  int host[64], *keys, *out;
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&keys, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(keys, host, sizeof host, cudaMemcpyHostToDevice);
  make_table<<<1, 1>>>(64);
  look_up<<<1, 64>>>(keys, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(keys);
  cudaFree(out);
  cudaDeviceReset();
  return host[1] == 62 * 62 ? 0 : 1;
}
