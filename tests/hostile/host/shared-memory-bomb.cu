// tries: leaves System V memory and files in memory behind
// exit: 7
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int i = 0; i < 100; ++i) {
    shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0666);
    memfd_create("x", 0);
  }
  int fd = open("/dev/shm/warpscope-hostile", O_CREAT | O_WRONLY, 0666);
  (void)!write(fd, "x", 1);
}
