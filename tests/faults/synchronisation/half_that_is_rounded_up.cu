// Fault: C29 kernel-hang
// Finding: endless-loop or instruction-budget
// Half of what is left is rounded up, so one element is left for ever; each round has a barrier.
#include <cuda_runtime.h>

#include <vector>

__global__ void largest(const int* in, int n, int* out) {
  __shared__ int best[256];
  const int t = threadIdx.x;
  best[t] = t < n ? in[t] : -1;
  __syncthreads();
  for (int left = n; left >= 1; left = (left + 1) / 2) {
    const int half = (left + 1) / 2;
    if (t + half < left) best[t] = max(best[t], best[t + half]);  // FAULT
    __syncthreads();                                              // FAULT
  }
  if (t == 0) *out = best[0];
}

int main() {
  const int n = 200;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  int *in, *out, result = 0;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  largest<<<1, 256>>>(in, n, out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
