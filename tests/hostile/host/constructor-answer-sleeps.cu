// tries: answers before it is asked, so that its device is heard to be gone before it ends
// exit: 4
// says: no answer
#include <unistd.h>

#include "exercise.h"
struct Early {
  Early() {
    char answer[256] = {};
    for (int fd = 3; fd < 64; ++fd) (void)!write(fd, answer, sizeof answer);
    sleep(1);
  }
} early;

void triple(const float* in, float* out, int count) {}
