// Correct: thread 0 sets and awaits flags for its block, with barriers around that
#include <cuda_runtime.h>

#include <cuda/atomic>
#include <vector>

__device__ float rows[3][128];
__device__ unsigned flags[2];
__device__ volatile unsigned last;

__device__ void set(unsigned* flag) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*flag).store(1, cuda::memory_order_release);
}

__device__ void wait_for(unsigned* flag) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> ref(*flag);
  while (ref.load(cuda::memory_order_acquire) == 0) {
  }
}

__global__ void chain(float* out) {
  int t = threadIdx.x, b = blockIdx.x;
  if (b == 3) {
    if (t == 64) {
      while (last == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    for (int row = 0; row < 3; ++row) out[128 * row + t] = rows[row][127 - t];
    return;
  }
  if (b > 0) {
    if (t == 0) wait_for(&flags[b - 1]);
    __syncthreads();
  }
  rows[b][t] = (b > 0 ? rows[b - 1][t] : 0.0f) + t;
  if (b == 2) __threadfence();
  __syncthreads();
  if (t == 0 && b < 2) set(&flags[b]);
  if (t == 32 && b == 2) last = 1;
}

int main() {
  std::vector<float> host(3 * 128);
  float* out;
  cudaMalloc(&out, host.size() * sizeof(float));
  chain<<<4, 128>>>(out);
  cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < 3 * 128; ++i)
    if (host[i] != (i / 128 + 1) * (127 - i % 128)) return 1;
  return 0;
}
