// tries: throws an exception that says nothing
// exit: 8
// says: the function let an exception out: no
#include <stdexcept>

#include "exercise.h"

void triple(const float* in, float* out, int count) { throw std::runtime_error("no"); }
