// tries: ignores every signal and waits
// exit: 5
// says: still running
#include <unistd.h>

#include <csignal>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int s = 1; s < 65; ++s) signal(s, SIG_IGN);
  for (;;) pause();
}
