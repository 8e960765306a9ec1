// tries: starts a process by system calls
// exit: 7
#include <sys/syscall.h>
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  syscall(SYS_vfork);
  syscall(SYS_clone, 17, 0, 0, 0, 0);
  syscall(SYS_clone3, 0, 0);
  syscall(SYS_fork);
}
