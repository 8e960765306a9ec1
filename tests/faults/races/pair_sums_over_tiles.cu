// Fault: C2 missing-trailing-barrier
// Finding: missing-trailing-barrier
// A tile is filled again while slower warps still read it; each thread reads all of it, its own
// element last.
#include <cuda_runtime.h>

__global__ void field(const float* points, int n, float* out) {
  __shared__ float tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float sum = 0;
  for (int base = 0; base < n; base += 128) {
    tile[threadIdx.x] = points[base + threadIdx.x];  // FAULT
    __syncthreads();
    for (int k = 0; k < 128; k++) {
      float d = tile[k] - i;
      sum += rsqrtf(d * d + 1.0f);
    }
  }
  out[i] = sum;
}

int main() {
  const int n = 512;
  float *points, *out;
  cudaMalloc(&points, n * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemset(points, 0, n * sizeof(float));
  field<<<2, 128>>>(points, n, out);
  cudaDeviceSynchronize();
  cudaFree(points);
  cudaFree(out);
  return 0;
}
