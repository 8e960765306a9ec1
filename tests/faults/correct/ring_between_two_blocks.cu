// Correct: a ring of slots between two blocks, whose head and tail are stored with release and read
// with acquire.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/atomic>
constexpr int kSlots = 8, kItems = 100;
struct Ring {
  int slots[kSlots];
  unsigned head, tail;
};
__global__ void run(Ring* r, long long* sum) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> head(r->head), tail(r->tail);
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < kItems; ++i) {
      while (i - tail.load(cuda::memory_order_acquire) == kSlots) __nanosleep(50);
      r->slots[i % kSlots] = i * 3;
      head.store(i + 1, cuda::memory_order_release);
    }
  } else {
    long long s = 0;
    for (unsigned i = 0; i < kItems; ++i) {
      while (head.load(cuda::memory_order_acquire) == i) __nanosleep(50);
      s += r->slots[i % kSlots];
      tail.store(i + 1, cuda::memory_order_release);
    }
    *sum = s;
  }
}
int main() {
  Ring* r;
  long long *s, h;
  cudaMalloc(&r, sizeof *r);
  cudaMemset(r, 0, sizeof *r);
  cudaMalloc(&s, 8);
  run<<<2, 32>>>(r, s);
  cudaMemcpy(&h, s, 8, cudaMemcpyDeviceToHost);
  cudaFree(r);
  cudaFree(s);
  printf("%lld\n", h);
  return h == 3LL * 99 * 100 / 2 ? 0 : 1;
}
