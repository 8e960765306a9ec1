// Fault: A7 wrong-address-space
// Finding: trap says "declare the variable __device__"
// Threads count in a variable of constant memory, in a function that the kernel calls.
#include <cuda_runtime.h>

__constant__ int found = 0;

__device__ void look_at(float x) {
  if (x > 0) atomicAdd(&found, 1);  // FAULT
}

__global__ void count(const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) look_at(in[i]);
}

int main() {
  constexpr int kCount = 256;
  float numbers[kCount], *in;
  for (int i = 0; i < kCount; ++i) numbers[i] = static_cast<float>(i % 3);
  cudaMalloc(&in, sizeof numbers);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  count<<<1, kCount>>>(in, kCount);
  int all = 0;
  const cudaError_t error = cudaMemcpyFromSymbol(&all, found, sizeof all);
  cudaFree(in);
  return error == cudaSuccess && all == 170 ? 0 : 1;
}
