// Fault: C17 spin-without-progress
// Finding: spin-without-progress says "compares with old in each round"
// An addition of doubles as before sm_60, whose loop forgets to take the new value.
#include <cuda_runtime.h>

__global__ void sum(const double* in, unsigned long long* total) {
  unsigned long long old = *total, wanted;
  do {
    wanted = __double_as_longlong(__longlong_as_double(old) + in[threadIdx.x]);
  } while (atomicCAS(total, old, wanted) != old);  // FAULT
}

int main() {
  const int n = 64;
  double host[n], *in;
  unsigned long long* total;
  for (int i = 0; i < n; ++i) host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&total, sizeof(unsigned long long));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(unsigned long long));
  sum<<<1, n>>>(in, total);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(total);
  return error == cudaSuccess ? 0 : 1;
}
