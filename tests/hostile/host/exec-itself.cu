// tries: becomes itself with a library before the others
// exit: 7
#include <unistd.h>

#include <cstdlib>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  setenv("LD_PRELOAD", "./x.so", 1);
  char* arguments[] = {nullptr};
  execve("/proc/self/exe", arguments, environ);
}
