// tries: answers before it is asked
// exit: 4
// says: no answer
#include <unistd.h>

#include "exercise.h"
struct Early {
  Early() {
    char answer[256] = {};
    for (int fd = 3; fd < 64; ++fd) (void)!write(fd, answer, sizeof answer);
  }
} early;

void triple(const float* in, float* out, int count) {}
