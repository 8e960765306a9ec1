// Fault: D4 misaligned-base
// Finding: misaligned-base or misaligned-row
// The first element is the count, so every warp reads one element later than it could.
#include <cuda_runtime.h>

#include <vector>

__global__ void halves(const int* message, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int count = message[0];
  if (i < count) {
    int value = message[1 + i];  // FAULT
    out[i] = value / 2;
  }
}

int main() {
  const int n = 64 * 256;
  std::vector<int> host(n + 1, 4);
  host[0] = n;
  int *message, *out;
  cudaMalloc(&message, (n + 1) * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(message, host.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
  halves<<<64, 256>>>(message, out);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(message);
  cudaFree(out);
  return 0;
}
