// Correct: every thread stores all terms in shared memory and reads what it has stored itself
#include <cuda_runtime.h>

__global__ void share_of(const float* values, int n, int which, float* share) {
  extern __shared__ float terms[];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    terms[i] = expf(values[i]);
    sum += terms[i];
  }
  *share = terms[which] / sum;
}

int main() {
  const int n = 10;
  float host[n], *values, *share;
  for (int i = 0; i < n; ++i) host[i] = 0.1f * i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&share, sizeof(float));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  share_of<<<1, n, n * sizeof(float)>>>(values, n, 3, share);
  cudaMemcpy(host, share, sizeof(float), cudaMemcpyDeviceToHost);
  share_of<<<2, 100, n * sizeof(float)>>>(values, n, 3, share);  // several warps
  cudaMemcpy(host + 1, share, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(share);
  return host[0] > 0 && host[0] == host[1] ? 0 : 1;
}
