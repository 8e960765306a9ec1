// Correct: who writes makes a number odd meanwhile; who reads does it again until the number was
// even and the same before and behind.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/atomic>
struct Pair {
  unsigned sequence;
  int a, b;
};
__global__ void run(Pair* p, int* mixed, int rounds) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> seq(p->sequence);
  cuda::atomic_ref<int, cuda::thread_scope_device> a(p->a), b(p->b);
  if (blockIdx.x == 0) {
    for (int i = 1; i <= rounds; ++i) {
      seq.store(2 * i - 1, cuda::memory_order_relaxed);
      cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
      a.store(i, cuda::memory_order_relaxed);
      b.store(-i, cuda::memory_order_relaxed);
      seq.store(2 * i, cuda::memory_order_release);
    }
  } else {
    int bad = 0;
    for (int i = 0; i < rounds; ++i) {
      unsigned before, after;
      int x, y;
      do {
        before = seq.load(cuda::memory_order_acquire);
        x = a.load(cuda::memory_order_relaxed);
        y = b.load(cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        after = seq.load(cuda::memory_order_relaxed);
      } while (before != after || before % 2 != 0);
      bad += x != -y;
    }
    atomicAdd(mixed, bad);
  }
}
int main() {
  Pair* p;
  int *m, h;
  cudaMalloc(&p, sizeof *p);
  cudaMemset(p, 0, sizeof *p);
  cudaMalloc(&m, 4);
  cudaMemset(m, 0, 4);
  run<<<5, 32>>>(p, m, 50);
  cudaMemcpy(&h, m, 4, cudaMemcpyDeviceToHost);
  cudaFree(p);
  cudaFree(m);
  printf("%d mixed\n", h);
  return h;
}
