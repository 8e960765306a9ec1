// Fault: C7 non-atomic-accumulate
// Finding: non-atomic-update or race-between-blocks
// A step of a breadth-first search takes a place in the next frontier without an atomic.
#include <cuda_runtime.h>

#include <vector>

__global__ void expand(const int* begin, const int* target, int* seen, int* next, int* count,
                       int nodes) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes) return;
  for (int e = begin[v]; e < begin[v + 1]; ++e) {
    if (atomicExch(&seen[target[e]], 1) == 0) {
      int place = *count;  // FAULT
      *count = place + 1;  // FAULT
      atomicExch(&next[place], target[e]);
    }
  }
}

int main() {
  const int nodes = 64;
  std::vector<int> begin(nodes + 1), target(nodes);
  for (int v = 0; v <= nodes; ++v) begin[v] = v;
  for (int v = 0; v < nodes; ++v) target[v] = (v + 1) % nodes;
  int *d_begin, *d_target, *seen, *next, *count;
  cudaMalloc(&d_begin, begin.size() * sizeof(int));
  cudaMalloc(&d_target, target.size() * sizeof(int));
  cudaMalloc(&seen, nodes * sizeof(int));
  cudaMalloc(&next, nodes * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(d_begin, begin.data(), begin.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_target, target.data(), target.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(seen, 0, nodes * sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  expand<<<2, 32>>>(d_begin, d_target, seen, next, count, nodes);
  cudaDeviceSynchronize();
  for (int* array : {d_begin, d_target, seen, next, count}) cudaFree(array);
  return 0;
}
