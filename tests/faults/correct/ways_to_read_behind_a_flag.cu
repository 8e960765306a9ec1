// Correct: behind a flag of another block: a fence, an acquiring load, a barrier as in NVIDIA's
// samples, loads past the L1 cache, volatile loads, and atomics
#include <cuda_runtime.h>

#include <cuda/atomic>

__device__ int payload[6][32], tickets, sums[6];
__device__ unsigned flags[6];

__global__ void hand_over(int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    for (int k = 0; k < 6 && t < 32; ++k) payload[k][t] = 100 * k + t;
    __threadfence();
    __syncthreads();
    if (t < 6) atomicExch(&flags[t], 1u);
    return;
  }
  if (t < 32) {
    while (atomicAdd(&flags[0], 0u) == 0) {
    }
    __threadfence();
    out[t] = payload[0][t];
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(flags[1]);
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    out[32 + t] = payload[1][t];
  }
  if (t == 0) {
    while (*static_cast<volatile unsigned*>(&flags[2]) == 0) {
    }
  }
  __syncthreads();
  if (t < 32) {
    out[64 + t] = payload[2][t];
    out[96 + t] = __ldcg(&payload[3][t]);
    out[128 + t] = *static_cast<volatile int*>(&payload[4][t]);
    out[160 + t] = atomicAdd(&payload[5][t], 0);
  }
}

__global__ void sum_in_one_launch(const int* in, int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    is_last = atomicAdd(&tickets, 1) == static_cast<int>(gridDim.x) - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += sums[b];
    *out = total;
  }
}

int main() {
  int *out, *in, host[192], values[6] = {1, 2, 3, 4, 5, 6}, total = 0;
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&in, sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  hand_over<<<2, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  sum_in_one_launch<<<6, 32>>>(in, out);
  cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 192; ++i)
    if (host[i] != i / 32 * 100 + i % 32) return 1;
  return total == 21 ? 0 : 1;
}
