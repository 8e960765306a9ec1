// Fault: A10 device-memory-leak
// Finding: memory-not-freed
// A thread that finds what it looks for returns before it gives its list back.
#include <cuda_runtime.h>

struct Entry {
  int value;
  Entry* next;
};

__device__ void drop(Entry* list) {
  while (list != nullptr) {
    Entry* next = list->next;
    delete list;
    list = next;
  }
}

__global__ void find(const int* in, int n, int wanted, int* at) {
  Entry* list = nullptr;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    list = new Entry{in[i], list};  // FAULT
    if (list->value == wanted) {
      *at = i;
      return;
    }
  }
  drop(list);
}

int main() {
  int host[256], *in, *at, found = -1;
  for (int i = 0; i < 256; ++i) host[i] = i * 7 % 256;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&at, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(at, 0xFF, sizeof(int));
  find<<<1, 64>>>(in, 256, 91, at);
  cudaMemcpy(&found, at, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(at);
  return 0;
}
