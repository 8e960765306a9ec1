// Fault: A9 use-after-free
// Finding: use-after-free
// Ping and pong are swapped in a loop that frees the wrong one too early.
#include <cuda_runtime.h>

#include <utility>
#include <vector>

__global__ void relax(const int* in, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = in[i] + 1;  // FAULT
}

int main() {
  const int n = 96, steps = 3;
  std::vector<int> host(n, 1);
  int *ping, *pong;
  cudaMalloc(&ping, n * sizeof(int));
  cudaMalloc(&pong, n * sizeof(int));
  cudaMemcpy(ping, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int s = 0; s < steps; ++s) {
    relax<<<1, 128>>>(ping, pong, n);
    std::swap(ping, pong);
    if (s == steps - 2) cudaFree(pong);
  }
  cudaDeviceSynchronize();
  cudaFree(pong);
  return 0;
}
