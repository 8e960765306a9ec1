// tries: starts processes that start processes
// exit: 7
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int i = 0; i < 1000; ++i) fork();
}
