// Fault: C28 mbarrier-phase-wrong
// Finding: missing-barrier
// init() of the cuda::barrier is not followed by a __syncthreads().
#include <cuda_runtime.h>

#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void sums(const int* in, int* out) {
  __shared__ int s[96];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  int t = threadIdx.x;
  if (t == 0) init(&barrier, blockDim.x);  // FAULT
  s[t] = in[t];
  barrier.arrive_and_wait();  // FAULT
  out[t] = s[t] + s[95 - t];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 96 * sizeof(int));
  cudaMalloc(&out, 96 * sizeof(int));
  cudaMemset(in, 0, 96 * sizeof(int));
  sums<<<1, 96>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
