// tries: prints 1 GB
// exit: 7
// output: 300000
#include <cstdio>
#include <string>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  static std::string line(1 << 20, 'x');
  for (int i = 0; i < 128; ++i) fwrite(line.data(), 1, line.size(), stdout);
}
