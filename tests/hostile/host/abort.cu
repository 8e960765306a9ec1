// tries: aborts
// exit: 4
// says: signal 6
#include <cstdlib>

#include "exercise.h"

void triple(const float* in, float* out, int count) { abort(); }
