// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier says "of the shared array flags"
// Two words of shared memory, of which nvcc makes two variables: thread 0 sets one, and no barrier
// follows.
#include <cuda_runtime.h>

__global__ void scale(float* out, int n) {
  __shared__ int flags[2];
  if (threadIdx.x == 0) {
    flags[0] = n;  // FAULT
    flags[1] = 2;  // FAULT
  }
  out[threadIdx.x] = static_cast<float>(flags[0] * flags[1]);  // FAULT
}

int main() {
  float* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(float));
  scale<<<1, 64>>>(out, 3);
  float first = 0;
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return 0;
}
