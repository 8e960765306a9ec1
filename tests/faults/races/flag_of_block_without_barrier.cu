// Fault: C15 missing-threadfence
// Finding: race-between-blocks
// Thread 0 says that the row is there when it has stored its own element: the other warps may not
// have stored theirs.
#include <cuda_runtime.h>

#include <cuda/atomic>

__device__ float rows[2][128];
__device__ unsigned flags[2];

__device__ void set(unsigned* flag) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*flag).store(1, cuda::memory_order_release);
}

__device__ void wait_for(unsigned* flag) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> ref(*flag);
  while (ref.load(cuda::memory_order_acquire) == 0) {
  }
}

__global__ void chain(float* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    rows[0][t] = 0.5f * t;  // FAULT
    if (t == 0) set(&flags[0]);
  } else {
    if (t == 0) wait_for(&flags[0]);
    __syncthreads();
    out[t] = rows[0][127 - t];  // FAULT
  }
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * sizeof(float));
  chain<<<2, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
