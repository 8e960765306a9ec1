// tries: computes on the device to no end
// exit: 5
// says: did not end in time
#include "exercise.h"
__global__ void k(float* out) {
  for (volatile int i = 0;; i = i + 1) {
  }
}

void triple(const float* in, float* out, int count) {
  if (count > 0) k<<<1, 32>>>(out);
}
