// tries: writes files to no end
// exit: 7
#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int i = 0; i < 10000; ++i) {
    const auto name =
        "/"
        "tmp/warpscope-hostile-" +
        std::to_string(i);
    close(open(name.c_str(), O_CREAT | O_WRONLY, 0666));
  }
}
