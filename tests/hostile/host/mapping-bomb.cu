// tries: maps memory to no end
// exit: 4
// says: signal
#include <sys/mman.h>

#include <cstdlib>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (;;)
    if (mmap(nullptr, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
             -1, 0) == MAP_FAILED)
      abort();
}
