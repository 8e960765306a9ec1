// tries: has ptxas refuse inline assembly
// exit: 3
// says: does not compile
__global__ void k() { asm volatile("no.such.instruction %r1;"); }
#include "exercise.h"
void triple(const float*, float*, int) { k<<<1, 1>>>(); }
