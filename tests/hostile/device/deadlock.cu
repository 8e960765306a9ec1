// tries: waits for a block that never comes
// exit: 5
#include "exercise.h"
__global__ void k(volatile float* out) {
  while (out[0] != 1) {
  }
}

void triple(const float* in, float* out, int count) {
  if (count > 0) k<<<1, 1>>>(out);
}
