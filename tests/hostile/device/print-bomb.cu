// tries: prints to no end
// exit: 7 5
// output: 300000
#include <cstdio>

#include "exercise.h"
__global__ void k() {
  for (int i = 0; i < 1000; ++i)
    printf("%s\n", "0123456789012345678901234567890123456789012345678901234567890123456789");
}

void triple(const float* in, float* out, int count) {
  if (count > 60000) k<<<100, 256>>>();
  cudaDeviceSynchronize();
}
