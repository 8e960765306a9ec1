// Fault: A9 double-free
// Finding: double-free
// Two structures share one array, and both free it.
#include <cuda_runtime.h>

struct Buffer {
  float* data;
  void release() { cudaFree(data); }  // FAULT
};

__global__ void fill(float* data) { data[threadIdx.x] = 1.0f; }

int main() {
  Buffer a{};
  cudaMalloc(&a.data, 64 * sizeof(float));
  Buffer b = a;
  fill<<<1, 64>>>(b.data);
  cudaDeviceSynchronize();
  a.release();
  b.release();
  return 0;
}
