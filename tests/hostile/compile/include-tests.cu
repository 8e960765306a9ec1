// tries: includes the tests of the grader
// exit: 3
// says: does not compile
#include "@ROOT@/tests/hostile/hostile_test.cpp"
#include "exercise.h"
void triple(const float*, float*, int) {}
