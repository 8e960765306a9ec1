// tries: reads the grader's environment
// exit: 3
// says: does not compile
#include "/proc/self/environ"
#include "exercise.h"
void triple(const float*, float*, int) {}
