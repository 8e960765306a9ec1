// tries: throws what is no exception
// exit: 4
// says: signal 6
#include "exercise.h"

void triple(const float* in, float* out, int count) { throw 42; }
