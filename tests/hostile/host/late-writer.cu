// tries: changes the answer from another thread
// exit: 7
#include <unistd.h>

#include <thread>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  static bool once = [] {
    std::thread([] {
      for (;;) usleep(1000);
    }).detach();
    return true;
  }();
  (void)once;
}
