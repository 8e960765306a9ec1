// tries: includes the judge
// exit: 3
// says: does not compile
#include "@ROOT@/labs/template/judge.cpp"
#include "exercise.h"
void triple(const float*, float*, int) {}
