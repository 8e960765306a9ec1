// tries: includes the reference of another lab
// exit: 3
// says: does not compile
#include "@ROOT@/labs/coalescing/reference.cu"
#include "exercise.h"
void triple(const float*, float*, int) {}
