// Correct: the fourth part of each float4 is never set, stored with the others, and used by nobody
#include <cuda_runtime.h>

__global__ void positions(float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p;
  p.x = i;
  p.y = 2 * i;
  p.z = 3 * i;
  out[i] = p;
}

__global__ void lengths(const float4* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i].x + in[i].y + in[i].z;
}

int main() {
  const int n = 100;
  float4* points;
  float *out, host[n];
  cudaMalloc(&points, n * sizeof(float4));
  cudaMalloc(&out, sizeof host);
  positions<<<1, 128>>>(points, n);
  lengths<<<1, 128>>>(points, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(points);
  cudaFree(out);
  return 0;
}
