// Fault: D1 uninitialised-local
// Finding: uninitialised-local says "nothing has given a value"
// The second kernel, of one warp, has factors for two kinds of values, and there is a third one.
#include <cuda_runtime.h>

__global__ void make_values(int* values, int n) {
  if (threadIdx.x < n) values[threadIdx.x] = 3 * threadIdx.x + 1;
}

__global__ void multiply(const int* values, const int* factors, int* out) {
  const int value = values[threadIdx.x], kind = value % 4;
  int factor;
  if (kind == 1) {
    factor = factors[value % 8];
  } else if (kind == 2) {
    factor = factors[8 + value % 8];
  }
  out[threadIdx.x] = kind != 0 ? value * factor : value;  // FAULT
}

int main() {
  const int n = 32;
  int host[n], *values, *factors, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&factors, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(factors, host, sizeof host, cudaMemcpyHostToDevice);
  make_values<<<1, n>>>(values, n);
  multiply<<<1, n>>>(values, factors, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(factors);
  cudaFree(out);
  return 0;
}
