// tries: writes all over the device's memory
// exit: 8
#include "exercise.h"
__global__ void k(char* p) {
  for (long i = -1000000; i < 1000000; i += 8192) p[i] = 1;
}

void triple(const float* in, float* out, int count) { k<<<1, 32>>>((char*)out); }
