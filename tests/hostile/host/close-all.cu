// tries: closes every descriptor
// exit: 4 5
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int fd = 0; fd < 64; ++fd) close(fd);
}
