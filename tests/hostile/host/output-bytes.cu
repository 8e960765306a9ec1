// tries: prints all bytes there are
// exit: 7
#include <cstdio>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int i = 0; i < 256; ++i) putchar(i);
}
