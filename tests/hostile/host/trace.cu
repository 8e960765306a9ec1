// tries: traces whoever started it
// exit: 7
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr);
  char text[64];
  iovec mine{text, 64}, theirs{(void*)0x400000, 64};
  process_vm_readv(getppid(), &mine, 1, &theirs, 1, 0);
}
