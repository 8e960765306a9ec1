// tries: reads the grader's terminal
// exit: 3
// says: does not compile
#include "/dev/tty"
#include "exercise.h"
void triple(const float*, float*, int) {}
