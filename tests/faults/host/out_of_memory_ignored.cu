// Fault: A11 ignored-out-of-memory
// Finding: unchecked-error or ignored-out-of-memory
// A work space of 600 GB does not fit; the program goes on with what the pointer held.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int *data, *work = nullptr;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&work, size_t{600} << 30);  // FAULT
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
