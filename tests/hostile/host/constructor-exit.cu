// tries: ends before main
// exit: 4
// says: ended by itself
#include <unistd.h>

#include "exercise.h"
struct Early {
  Early() { _exit(0); }
} early;

void triple(const float* in, float* out, int count) {}
