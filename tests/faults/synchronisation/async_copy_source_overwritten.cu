// Fault: C22 async-copy-not-waited
// Finding: async-copy-not-waited says "nobody has waited for"
// Each thread clears the element that it has asked a copy of, before anybody has waited for that:
// the copy may bring the element or the zero.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void take(int* queue, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  __pipeline_memcpy_async(&s[t], &queue[i], sizeof(int));
  __pipeline_commit();
  queue[i] = 0;  // FAULT
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = s[127 - t];
}

int main() {
  const int n = 4 * 128;
  std::vector<int> host(n, 3);
  int *queue, *out;
  cudaMalloc(&queue, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(queue, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  take<<<4, 128>>>(queue, out);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(queue);
  cudaFree(out);
  return 0;
}
