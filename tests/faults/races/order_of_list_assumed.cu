// Fault: C8 lost-order
// Finding: depends-on-order
// Blocks append with an atomic, and the kernel behind takes the list for sorted by block.
#include <cuda_runtime.h>

__global__ void append(int* list, int* count) {
  if (threadIdx.x == 0) list[atomicAdd(count, 1)] = 10 * blockIdx.x;  // FAULT
}

__global__ void look_up(const int* list, int* out) { out[threadIdx.x] = list[threadIdx.x]; }

int main() {
  int *list, *count, *out, host[16];
  cudaMalloc(&list, 16 * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMalloc(&out, 16 * sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  append<<<16, 32>>>(list, count);
  look_up<<<1, 16>>>(list, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int* array : {list, count, out}) cudaFree(array);
  return 0;
}
