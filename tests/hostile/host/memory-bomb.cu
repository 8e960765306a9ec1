// tries: takes all memory
// exit: 4
// says: signal
#include <cstdlib>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (;;) {
    char* p = (char*)malloc(64 << 20);
    if (p == nullptr) abort();
    // A large page of each four: all of them take longer than a case may, on a busy machine.
    for (int at = 0; at < 64 << 20; at += 8 << 20) p[at] = 1;
  }
}
