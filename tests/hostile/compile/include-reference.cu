// tries: includes the reference
// exit: 3
// says: does not compile
#include "@ROOT@/labs/template/reference.cu"
#include "exercise.h"
void triple(const float*, float*, int) {}
