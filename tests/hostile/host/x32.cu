// tries: calls the system by its second set of numbers
// exit: 4
// says: signal 31
#include <sys/syscall.h>
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) { syscall(0x40000000 | SYS_getpid); }
