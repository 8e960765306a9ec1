// tries: calls itself on the device to no end
// exit: 8
#include "exercise.h"
__device__ __noinline__ int deep(volatile int n) {
  volatile int a[64];
  a[0] = n;
  return deep(n + 1) + a[0];
}
__global__ void k(int* out) { *out = deep(0); }

void triple(const float* in, float* out, int count) {
  if (count > 0) k<<<1, 1>>>((int*)out);
}
