// Fault: A8 free-mismatch
// Finding: free-mismatch
// The pointer that is freed has been moved along the array.
#include <cuda_runtime.h>

__global__ void fill(int* out, int count) {
  int* next = static_cast<int*>(malloc(count * sizeof(int)));
  int sum = 0;
  for (int k = 0; k < count; ++k) {
    *next = k;
    sum += *next++;
  }
  out[threadIdx.x] = sum;
  free(next - count / 2);  // FAULT
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  fill<<<1, 64>>>(out, 16);
  cudaDeviceSynchronize();
  return 0;
}
