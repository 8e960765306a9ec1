// Correct: lane 0 makes the fence and sets the flag for its warp behind a __syncwarp() or a
// __syncthreads(); for its own stores it waits for nobody
// counters: depend on turns, blocks wait for later ones
#include <cuda_runtime.h>

#include <cuda/atomic>

__device__ int rows[4][32], own[4];
__device__ volatile int ready[4], ready_own[4];
__device__ unsigned flags[4];

__global__ void chain(const int* in, int* out) {
  int lane = threadIdx.x, b = blockIdx.x;
  if (b > 0) {
    while (ready[b - 1] == 0) {
    }
    __threadfence();
  }
  int before = b > 0 ? rows[b - 1][31 - lane] : 0;
  rows[b][lane] = before + in[b * 32 + lane];
  if (b % 2 == 0) {
    __syncwarp();
  } else {
    __syncthreads();
  }
  if (lane == 0) {
    __threadfence();
    ready[b] = 1;
  }
  out[b * 32 + lane] = before;

  if (lane == 0) {
    own[b] = b * b;
    __threadfence();
    ready_own[b] = 1;
    while (ready_own[3 - b] == 0) {
    }
    __threadfence();
    out[b * 32] += own[3 - b];
  }
}

__global__ void by_release(const int* in, int* out) {
  int t = threadIdx.x, b = blockIdx.x;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> mine(flags[b]);
  rows[b][t % 32] = in[b * 32 + t % 32];
  __syncthreads();
  if (t == 0) mine.store(1, cuda::memory_order_release);
  if (t == 0 && b > 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> other(flags[b - 1]);
    while (other.load(cuda::memory_order_acquire) == 0) {
    }
  }
  __syncthreads();
  if (b > 0 && t < 32) out[b * 32 + t] = rows[b - 1][t];
}

int main() {
  int host[128], *in, *out;
  for (int i = 0; i < 128; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  chain<<<4, 32>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  if (host[32] != 31 + 4 || host[33] != 30) return 1;
  by_release<<<4, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return host[32 + 5] == 5 && host[127] == 95 ? 0 : 1;
}
