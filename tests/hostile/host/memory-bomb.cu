// tries: takes all memory
// exit: 4
// says: signal
#include <cstdlib>
#include <cstring>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (;;) {
    char* p = (char*)malloc(64 << 20);
    if (p == nullptr) abort();
    memset(p, 1, 64 << 20);
  }
}
