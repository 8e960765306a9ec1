// tries: waits for the grader's standard input
// exit: 3
// says: does not compile
#include "/dev/stdin"
#include "exercise.h"
void triple(const float*, float*, int) {}
