// tries: raises its limits, lowers those of others
// exit: 7
#include <sys/resource.h>
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  rlimit all{RLIM_INFINITY, RLIM_INFINITY};
  for (int r = 0; r < RLIM_NLIMITS; ++r) {
    setrlimit(__rlimit_resource(r), &all);
    rlimit none{0, 0};
    prlimit(getppid(), __rlimit_resource(r), &none, nullptr);
  }
}
