// tries: includes a file of the grader's account
// exit: 3
// says: does not compile
#include "@PRIVATE@"
#include "exercise.h"
void triple(const float*, float*, int) {}
