// Fault: B1 missing-bounds-guard
// Finding: out-of-bounds
// A breadth-first search follows an edge whose target is the number of nodes of another graph.
#include <cuda_runtime.h>

#include <vector>

__global__ void visit(const int* begin, const int* target, int* level, int nodes, int current) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes || level[v] != current) return;
  for (int e = begin[v]; e < begin[v + 1]; ++e) {
    atomicCAS(&level[target[e]], -1, current + 1);  // FAULT
  }
}

int main() {
  const int nodes = 50;
  std::vector<int> begin(nodes + 1), target(nodes), level(nodes, -1);
  for (int v = 0; v <= nodes; ++v) begin[v] = v;
  for (int v = 0; v < nodes; ++v) target[v] = (v + 1) % nodes;
  target[0] = 5000;
  level[0] = 0;
  int *d_begin, *d_target, *d_level;
  cudaMalloc(&d_begin, begin.size() * sizeof(int));
  cudaMalloc(&d_target, nodes * sizeof(int));
  cudaMalloc(&d_level, nodes * sizeof(int));
  cudaMemcpy(d_begin, begin.data(), begin.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_target, target.data(), nodes * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_level, level.data(), nodes * sizeof(int), cudaMemcpyHostToDevice);
  visit<<<2, 32>>>(d_begin, d_target, d_level, nodes, 0);
  cudaDeviceSynchronize();
  for (int* array : {d_begin, d_target, d_level}) cudaFree(array);
  return 0;
}
