// Correct: threads without an element load nothing, and return only when no barrier follows
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse_in_block(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (i >= n) return;
  int last = n - blockIdx.x * blockDim.x;
  last = last < 64 ? last : 64;
  out[i] = tile[last - 1 - threadIdx.x];
}

__global__ void rows(const int* in, int* out, int n) {
  __shared__ int tile[64];
  for (int first = 0; first < n; first += 64) {  // as many rounds for all
    int i = first + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n) out[i] = tile[threadIdx.x ^ 1];
    __syncthreads();
  }
}

int main() {
  const int n = 100;
  std::vector<int> host(n), result(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reverse_in_block<<<2, 64>>>(in, out, n);
  cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  int bad = result[0] != 63 || result[64] != 99 || result[99] != 64;
  rows<<<1, 64>>>(in, out, n);
  cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) bad += result[i] != (i ^ 1);
  cudaFree(in);
  cudaFree(out);
  return bad;
}
