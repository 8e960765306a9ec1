// tries: writes garbage into every descriptor
// exit: 4
// says: no answer
#include <unistd.h>

#include <cstring>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  char garbage[1000];
  memset(garbage, 'A', sizeof garbage);
  for (int fd = 3; fd < 64; ++fd) (void)!write(fd, garbage, sizeof garbage);
}
