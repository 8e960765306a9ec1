// tries: makes a name space in which it is root
// exit: 7
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  unshare(CLONE_NEWUSER | CLONE_NEWNS);
  (void)!chroot("/tmp");
  mount("/", "/tmp", nullptr, MS_BIND, nullptr);
  setuid(0);
}
