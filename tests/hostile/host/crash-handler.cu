// tries: goes on after a crash, by a signal handler
// exit: 7
#include <csetjmp>
#include <csignal>

#include "exercise.h"
sigjmp_buf place;

void triple(const float* in, float* out, int count) {
  signal(SIGSEGV, [](int) { siglongjmp(place, 1); });
  if (sigsetjmp(place, 1) == 0) *(volatile int*)nullptr = 1;
}
