// Correct: a million rounds with barriers, which read and write the same numbers again and again;
// only a register counts them, and then they end
#include <cuda_runtime.h>

__global__ void rounds(unsigned* out, unsigned n) {
  __shared__ unsigned step[64];
  unsigned state = threadIdx.x + 1;
  for (unsigned round = 0; round < n; ++round) {
    step[threadIdx.x] = threadIdx.x;
    __syncthreads();
    state = state * 1664525u + step[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = state;
}

int main() {
  unsigned *out, result = 1;
  cudaMalloc(&out, 64 * sizeof(unsigned));
  rounds<<<1, 64>>>(out, 1000000);
  cudaMemcpy(&result, out, sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return result == 1;
}
