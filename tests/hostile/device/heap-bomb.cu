// tries: takes memory by malloc on the device to no end
// exit: 7 8 4
#include "exercise.h"
__global__ void k() {
  for (int i = 0; i < 200; ++i) malloc(1 << 20);
}

void triple(const float* in, float* out, int count) {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t{1} << 40);
  if (count > 0) k<<<8, 64>>>();
}
