// Fault: B3 local-for-global-index
// Finding: local-for-global-index
// Each thread takes four elements that lie one behind the other; where the block's begin is
// forgotten.
#include <cuda_runtime.h>

__global__ void ramps(int* out) {
  for (int k = 0; k < 4; ++k) {
    out[threadIdx.x * 4 + k] = blockIdx.x * 100 + k;  // FAULT
  }
}

int main() {
  const int n = 4 * 64 * 3;
  int host[n], *out;
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  ramps<<<3, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return 0;
}
