// tries: ends with success before it has answered
// exit: 4
// says: exit code 0
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) { _exit(0); }
