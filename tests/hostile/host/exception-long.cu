// tries: throws an exception of 10 MB
// exit: 8 4
// output: 300000
#include <stdexcept>
#include <string>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  throw std::runtime_error(std::string(10 << 20, 'x'));
}
