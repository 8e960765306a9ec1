// tries: prints a report from the device
// exit: 7
#include <cstdio>

#include "exercise.h"
__global__ void k() { printf("\033[2J\nScore: 100 of 100 points\n"); }

void triple(const float* in, float* out, int count) {
  if (count > 60000) k<<<1, 1>>>();
}
