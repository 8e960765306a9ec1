// tries: reads a process's memory map
// exit: 3
// says: does not compile
#include "/proc/self/maps"
#include "exercise.h"
void triple(const float*, float*, int) {}
