// tries: takes the reference for a header of the lab
// exit: 3
// says: does not compile
#include "exercise.h"
#include "lab/reference.cu"
void triple(const float*, float*, int) {}
