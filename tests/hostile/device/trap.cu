// tries: stops itself
// exit: 8
// says: stopped itself
#include "exercise.h"
__global__ void k() { __trap(); }

void triple(const float* in, float* out, int count) { k<<<1, 1>>>(); }
