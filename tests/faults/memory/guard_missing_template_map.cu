// Fault: B1 missing-bounds-guard
// Finding: missing-bounds-guard
// A template that applies a functor to each element, and forgets how many there are.
#include <cuda_runtime.h>

#include <vector>

struct Square {
  __device__ int operator()(int x) const { return x * x; }
};

template <typename T, typename F>
__global__ void map(T* data, F f) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = f(data[i]);  // FAULT
}

int main() {
  const int n = 777;
  std::vector<int> host(n, 3);
  int* device = nullptr;
  cudaMalloc(&device, n * sizeof(int));
  cudaMemcpy(device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  map<<<(n + 255) / 256, 256>>>(device, Square{});
  cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return 0;
}
