// Fault: C23 async-copy-wait-without-barrier
// Finding: missing-barrier
// Each thread waits for its own copies and then reads what another warp's threads have brought.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int));  // FAULT
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = tile[63 - t];  // FAULT
}

int main() {
  std::vector<int> host(64, 5);
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(in, host.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(in, out);
  cudaMemcpy(host.data(), out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
