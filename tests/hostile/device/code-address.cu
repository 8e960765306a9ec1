// tries: jumps through a pointer to data
// exit: 8
#include "exercise.h"
__global__ void k(void (*f)()) { f(); }

void triple(const float* in, float* out, int count) {
  if (count > 0) k<<<1, 1>>>((void (*)())out);
}
