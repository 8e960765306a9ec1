// tries: has timers and alarms end the process in odd ways
// exit: 4
// says: signal 14
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  alarm(1);
  sleep(3);
}
