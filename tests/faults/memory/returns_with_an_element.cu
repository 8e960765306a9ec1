// Fault: B2 guard-inverted
// Finding: guard-inverted
// Threads with an element return, the others go on.
#include <cuda_runtime.h>

__global__ void negate(const int* in, int* out, int count) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) return;  // FAULT
  out[index] = -in[index];
}

int main() {
  const int count = 300;
  int host[count] = {}, *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  negate<<<5, 64>>>(in, out, count);
  cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return error != cudaSuccess;
}
