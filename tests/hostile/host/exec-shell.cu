// tries: becomes a shell
// exit: 4
// says: exit code
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  execl("/bin/sh", "sh", "-c", "sleep 1000", nullptr);
}
