// Fault: C9 missing-syncwarp
// Finding: missing-syncwarp
// Each lane reads in shared memory what its neighbour has stored; in between they exchange another
// number by a shuffle, which orders no memory.
#include <cuda_runtime.h>

__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int row[64];
  int t = threadIdx.x;
  int value = in[blockIdx.x * 64 + t];
  row[t] = value;  // FAULT
  int most = value;
  for (int step = 16; step > 0; step /= 2) most = max(most, __shfl_xor_sync(~0u, most, step));
  int other = row[t ^ 1];  // FAULT
  out[blockIdx.x * 64 + t] = (value + other) * n / max(most, 1);
}

int main() {
  int host[128], *in, *out;
  for (int i = 0; i < 128; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  smooth<<<2, 64>>>(in, out, 10);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
