// Correct: threads that find the value set a flag with an atomic; the host reads one word
#include <cuda_runtime.h>

#include <vector>

__global__ void contains(const int* data, int n, int wanted, int* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && data[i] == wanted) atomicOr(found, 1);
}

int main() {
  const int n = 300;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i % 10;
  int *d, *found, result = 0;
  cudaMalloc(&d, n * sizeof(int));
  cudaMalloc(&found, sizeof(int));
  cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int wanted : {7, 12}) {
    cudaMemset(found, 0, sizeof(int));
    contains<<<3, 128>>>(d, n, wanted, found);
    cudaMemcpy(&result, found, sizeof(int), cudaMemcpyDeviceToHost);
    if (result != (wanted < 10 ? 1 : 0)) return 1;
  }
  cudaFree(d);
  cudaFree(found);
  return 0;
}
