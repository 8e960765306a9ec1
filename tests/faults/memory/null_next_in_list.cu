// Fault: A7 wrong-address-space
// Finding: out-of-bounds or null-pointer
// A walk along a linked list that reads the node behind the last one.
#include <cuda_runtime.h>

struct Node {
  int value;
  Node* next;
};

__global__ void build(Node* nodes, int n) {
  int i = threadIdx.x;
  if (i < n) nodes[i] = Node{i, i + 1 < n ? &nodes[i + 1] : nullptr};
}

__global__ void total(const Node* first, int steps, int* sum) {
  const Node* node = first;
  int result = 0;
  for (int s = 0; s < steps; ++s) {
    result += node->value;  // FAULT
    node = node->next;
  }
  *sum = result;
}

int main() {
  const int n = 10;
  Node* nodes;
  int *sum, host = 0;
  cudaMalloc(&nodes, n * sizeof(Node));
  cudaMalloc(&sum, sizeof(int));
  build<<<1, 32>>>(nodes, n);
  total<<<1, 1>>>(nodes, n + 1, sum);
  cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(nodes);
  cudaFree(sum);
  return 0;
}
