// tries: waits to no end
// exit: 5
// says: still running
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (;;) pause();
}
