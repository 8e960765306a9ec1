// tries: starts threads with small stacks to no end
// exit: 4
// says: more than 512 threads
#include <pthread.h>
#include <unistd.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 16384);
  pthread_t t;
  for (;;)
    if (pthread_create(
            &t, &a,
            [](void*) -> void* {
              for (;;) pause();
            },
            nullptr) != 0)
      pause();
}
