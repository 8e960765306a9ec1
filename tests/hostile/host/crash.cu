// tries: follows a null pointer
// exit: 4
// says: signal 11
#include "exercise.h"

void triple(const float* in, float* out, int count) { *(volatile int*)nullptr = count; }
