// Fault: D22 transfer-every-iteration
// Finding: transfer-every-iteration
// Two arrays of the host change places, and each generation goes up to the device again.
#include <cuda_runtime.h>

#include <vector>

__global__ void next_generation(const int* now, int* next, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = now[i] * 5 + (i ^ 3);
}

int main() {
  const int n = 64 * 128;
  std::vector<int> now(n), next(n);
  for (int i = 0; i < n; ++i) now[i] = i % 3;
  int *a, *b;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  for (int generation = 0; generation < 8; ++generation) {
    cudaMemcpy(a, now.data(), n * sizeof(int), cudaMemcpyHostToDevice);  // FAULT
    next_generation<<<n / 128, 128>>>(a, b, n);
    cudaMemcpy(next.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost);
    now.swap(next);
  }
  cudaFree(a);
  cudaFree(b);
  return 0;
}
