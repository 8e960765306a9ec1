// tries: has a shell do it
// exit: 7
#include <cstdio>
#include <cstdlib>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  (void)!system("id; sleep 100 & cat /etc/passwd");
  popen("id", "r");
}
