// Correct: lists of a kernel's malloc live on, are used by a second kernel and freed by a third
#include <cuda_runtime.h>

#include <vector>

struct Node {
  int value;
  Node* next;
};

__global__ void make(Node** heads, int count) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  Node* head = nullptr;
  for (int k = 0; k < count; ++k) {
    Node* node = static_cast<Node*>(malloc(sizeof(Node)));
    if (node == nullptr) break;
    node->value = t + k;
    node->next = head;
    head = node;
  }
  heads[t] = head;
}

__global__ void add_up(Node** heads, int* sums) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (Node* node = heads[t]; node != nullptr; node = node->next) sum += node->value;
  sums[t] = sum;
}

__global__ void release(Node** heads) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (Node* node = heads[t]; node != nullptr;) {
    Node* next = node->next;
    free(node);
    node = next;
  }
  heads[t] = nullptr;
  free(heads[t]);  // of nothing: allowed
}

int main() {
  const int threads = 128;
  Node** heads;
  int* sums;
  cudaMalloc(&heads, threads * sizeof(Node*));
  cudaMalloc(&sums, threads * sizeof(int));
  make<<<2, 64>>>(heads, 4);
  add_up<<<2, 64>>>(heads, sums);
  release<<<2, 64>>>(heads);
  std::vector<int> host(threads);
  cudaMemcpy(host.data(), sums, threads * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(heads);
  cudaFree(sums);
  return host[3] == 18 ? 0 : 1;
}
