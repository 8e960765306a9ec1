// tries: has the device wait for a host function that waits
// exit: 5
// says: still running
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  cudaLaunchHostFunc(
      0,
      [](void*) {
        for (;;) pause();
      },
      nullptr);
  cudaDeviceSynchronize();
}
