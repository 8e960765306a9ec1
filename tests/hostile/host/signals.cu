// tries: sends every signal to everybody
// exit: 7
#include <unistd.h>

#include <csignal>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int s = 1; s < 32; ++s) {
    kill(getppid(), s);
    kill(0, s == SIGKILL || s == SIGSTOP ? 0 : SIGCHLD);
    kill(-1, s);
    tgkill(1, 1, s);
    sigqueue(getppid(), s, {});
  }
}
