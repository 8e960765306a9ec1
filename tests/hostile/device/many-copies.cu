// tries: copies single bytes to no end
// exit: 5 7
#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int i = 0; count > 60000 && i < 100000; ++i) cudaMemset(out, 0, 1);
}
