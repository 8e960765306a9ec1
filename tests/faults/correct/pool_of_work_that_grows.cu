// Correct: who draws work from a pool may put more into it; a count of what is open tells the end.
#include <cuda_runtime.h>

#include <cstdio>
struct Pool {
  unsigned begin, end;
  int open;
  int items[4096];
  unsigned ready[4096];
  unsigned long long leaves;
};
__global__ void work(Pool* p) {
  if (threadIdx.x != 0) return;
  while (atomicAdd(&p->open, 0) > 0) {
    const unsigned first = atomicAdd(&p->begin, 0u), last = atomicAdd(&p->end, 0u);
    if (first == last || atomicCAS(&p->begin, first, first + 1) != first) continue;
    while (atomicAdd(&p->ready[first], 0u) == 0) {
    }
    __threadfence();
    const int n = p->items[first];
    if (n <= 1) {
      atomicAdd(&p->leaves, 1ULL);
      atomicSub(&p->open, 1);
      continue;
    }
    atomicAdd(&p->open, 2);
    for (int part : {n / 2, n - n / 2}) {
      const unsigned at = atomicAdd(&p->end, 1u);
      p->items[at] = part;
      __threadfence();
      atomicExch(&p->ready[at], 1u);
    }
    atomicSub(&p->open, 1);
  }
}
int main() {
  Pool* p;
  cudaMallocManaged(&p, sizeof *p);
  cudaMemset(p, 0, sizeof *p);
  cudaDeviceSynchronize();
  p->items[0] = 300;
  p->ready[0] = 1;
  p->end = 1;
  p->open = 1;
  work<<<6, 32>>>(p);
  cudaDeviceSynchronize();
  unsigned long long n = p->leaves;
  cudaFree(p);
  printf("%llu\n", n);
  return n == 300 ? 0 : 1;
}
