// tries: computes on the host to no end
// exit: 5
// says: still running
#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (volatile int i = 0;; i = i + 1) {
  }
}
