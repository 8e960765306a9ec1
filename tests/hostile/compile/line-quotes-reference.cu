// tries: the same of the reference
// exit: 3
// says: does not compile
#line 15 "@ROOT@/labs/template/reference.cu"
int x = y;
#include "exercise.h"
void triple(const float*, float*, int) {}
