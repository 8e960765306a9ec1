// Fault: C22 async-copy-not-waited
// Finding: async-copy-not-waited says "nobody has waited for"
// The thread clears its element when the copy to it has been asked for: either may come last.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse(const int* in, int* out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (i < n) __pipeline_memcpy_async(&s[t], &in[i], sizeof(int));
  __pipeline_commit();
  s[t] = 0;  // FAULT
  __pipeline_wait_prior(0);
  __syncthreads();
  if (i < n) out[i] = s[127 - t];
}

int main() {
  const int n = 8 * 128;
  std::vector<int> host(n, 3);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<8, 128>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
