// tries: launches what cannot be
// exit: 8
#include "exercise.h"
__global__ void k() {}

void triple(const float* in, float* out, int count) {
  k<<<1, 5000>>>();
  k<<<dim3(1, 100000), 1>>>();
}
