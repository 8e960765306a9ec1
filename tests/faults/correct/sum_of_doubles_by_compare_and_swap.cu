// Correct: each round compares with what the one before has found
#include <cuda_runtime.h>

__global__ void sum(const double* in, unsigned long long* total) {
  unsigned long long seen = *total, old;
  do {
    old = seen;
    const auto wanted = __double_as_longlong(__longlong_as_double(old) + in[threadIdx.x]);
    seen = atomicCAS(total, old, static_cast<unsigned long long>(wanted));
  } while (seen != old);
}

int main() {
  const int n = 64;
  double host[n], *in, result = 0;
  unsigned long long* total;
  for (int i = 0; i < n; ++i) host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&total, sizeof(unsigned long long));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(unsigned long long));
  sum<<<1, n>>>(in, total);
  cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(total);
  return result == n * (n + 1) / 2 ? 0 : 1;
}
