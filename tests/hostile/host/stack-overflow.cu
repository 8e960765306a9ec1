// tries: calls itself to no end
// exit: 4
// says: signal 11
#include "exercise.h"
__attribute__((noinline)) int deep(volatile int n) {
  volatile char a[4096];
  a[0] = n;
  return deep(n + 1) + a[0];
}

void triple(const float* in, float* out, int count) { deep(count); }
