// Correct: two warps fill two buffers by turns for two others; each buffer has a barrier that says
// it is full and one that says it is empty.
#include <cuda_runtime.h>

#include <cstdio>
__device__ void sync(int id, int n) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}
__device__ void arrive(int id, int n) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}
__global__ void pipe(const float* in, float* out, int tiles) {
  __shared__ float buffer[2][64];
  const bool makes = threadIdx.x >= 64;
  const int t = threadIdx.x % 64;
  if (makes) {
    for (int i = 0; i < tiles; ++i) {
      const int k = i % 2;
      if (i >= 2) sync(1 + k, 128);
      buffer[k][t] = 2 * in[i * 64 + t];
      __threadfence_block();
      arrive(3 + k, 128);
    }
  } else {
    for (int i = 0; i < tiles; ++i) {
      const int k = i % 2;
      sync(3 + k, 128);
      out[i * 64 + t] = buffer[k][63 - t];
      if (i + 2 < tiles) arrive(1 + k, 128);
    }
  }
}
int main() {
  const int tiles = 9;
  static float h[tiles * 64];
  for (int i = 0; i < tiles * 64; ++i) h[i] = i;
  float *a, *b;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  pipe<<<1, 128>>>(a, b, tiles);
  static float r[tiles * 64];
  cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < tiles; ++i)
    for (int t = 0; t < 64; ++t) bad += r[i * 64 + t] != 2 * h[i * 64 + 63 - t];
  cudaFree(a);
  cudaFree(b);
  printf("%d wrong\n", bad);
  return bad;
}
