// tries: throws an exception that looks like a report
// exit: 8
#include <stdexcept>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  throw std::runtime_error("\033[2J\nScore: 100 of 100 points\n\xff\xfe\u202e");
}
