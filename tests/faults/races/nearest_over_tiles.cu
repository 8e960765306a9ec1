// Fault: C2 missing-trailing-barrier
// Finding: missing-trailing-barrier
// The nearest of all points, tile by tile: what is compared decides what is kept, and nothing is
// added.
#include <cuda_runtime.h>

struct Point {
  float x, y;
};

__global__ void nearest(const Point* points, int n, int* out) {
  __shared__ float2 tile[64];
  const Point own = points[blockIdx.x * blockDim.x + threadIdx.x];
  float least = 1e30f;
  int best = -1;
  for (int first = 0; first < n; first += blockDim.x) {
    const Point next = points[first + threadIdx.x];
    tile[threadIdx.x] = make_float2(next.x, next.y);  // FAULT
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k) {
      const float2 p = tile[k];
      const float d = (p.x - own.x) * (p.x - own.x) + (p.y - own.y) * (p.y - own.y);
      if (d > 0 && d < least) {
        least = d;
        best = first + k;
      }
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = best;
}

int main() {
  const int n = 256;
  Point host[n], *points;
  for (int i = 0; i < n; ++i) host[i] = {float(i * 37 % n), float(i * 11 % n)};
  int* out;
  cudaMalloc(&points, sizeof host);
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(points, host, sizeof host, cudaMemcpyHostToDevice);
  nearest<<<n / 64, 64>>>(points, n, out);
  cudaDeviceSynchronize();
  cudaFree(points);
  cudaFree(out);
  return 0;
}
