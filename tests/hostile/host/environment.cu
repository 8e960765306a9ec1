// tries: prints its environment and arguments
// exit: 7
#include <unistd.h>

#include <cstdio>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (char** e = environ; *e; ++e) puts(*e);
}
