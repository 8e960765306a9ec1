// tries: wants more shared memory than there is
// exit: 8
#include "exercise.h"
__global__ void k() {
  extern __shared__ float s[];
  s[threadIdx.x] = 1;
}

void triple(const float* in, float* out, int count) {
  k<<<1, 32, 1 << 30>>>();
  check(cudaGetLastError());
}
