// tries: reads a device without end while compiling
// exit: 3
// says: does not compile
#include "/dev/zero"
#include "exercise.h"
void triple(const float*, float*, int) {}
