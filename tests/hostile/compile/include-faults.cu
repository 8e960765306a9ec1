// tries: includes a planted fault
// exit: 3
// says: does not compile
#include "@ROOT@/labs/template/faults/missing-bounds-guard.diff"
#include "exercise.h"
void triple(const float*, float*, int) {}
