// Fault: D15 register-spill-or-local-array
// Finding: local-memory-traffic
// A traversal of an implicit binary tree with a stack in each thread's local memory.
#include <cuda_runtime.h>

#include <vector>

__global__ void visit(int* out, int nodes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int stack[24], depth = 0, sum = 0;
  stack[depth++] = 1 + blockIdx.x % 2;
  while (depth > 0) {
    int node = stack[--depth];  // FAULT
    sum += node;
    if (2 * node + 1 < nodes) {
      stack[depth++] = 2 * node;      // FAULT
      stack[depth++] = 2 * node + 1;  // FAULT
    }
  }
  out[i] = sum;
}

int main() {
  const int n = 32 * 128;
  std::vector<int> out(n);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  visit<<<32, 128>>>(d, 64);
  cudaMemcpy(out.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
