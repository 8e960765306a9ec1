// Correct: a flag by cuda::atomic_ref with release and acquire hands data from block to block
#include <cuda_runtime.h>

#include <cuda/atomic>
#include <vector>

__device__ int payload;
__device__ int flag;

__global__ void hand_over(const int* in, int* out) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(flag);
  if (blockIdx.x == 0) {
    payload = in[0];
    ready.store(1, cuda::memory_order_release);
    out[0] = 1;
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[1] = payload;
  }
}

int main() {
  const int n = 2;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(9);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  hand_over<<<2, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i == 0 ? 1 : 9)) return 1;
  }
  return 0;
}
