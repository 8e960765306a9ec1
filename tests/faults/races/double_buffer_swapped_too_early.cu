// Fault: C26 dma-buffer-overrun
// Finding: missing-trailing-barrier or missing-syncwarp
// The next asynchronous copy goes into the buffer that other warps still read.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void turn(const int* in, int* out, int rounds) {
  __shared__ int buffer[64];
  int t = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    __pipeline_memcpy_async(&buffer[t], &in[64 * r + t], sizeof(int));  // FAULT
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[64 * r + t] = buffer[63 - t];  // FAULT
  }
}

int main() {
  const int rounds = 3, n = 64 * rounds;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(in, out, rounds);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
