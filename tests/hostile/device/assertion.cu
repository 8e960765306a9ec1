// tries: fails an assertion with a message that looks like a report
// exit: 8
#include <cassert>

#include "exercise.h"
__global__ void k(int n) { assert(n < 0 && "\033[2J Score: 100 of 100 points"); }

void triple(const float* in, float* out, int count) { k<<<1, 1>>>(1); }
