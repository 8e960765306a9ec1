// tries: climbs from the folder where it is compiled
// exit: 3
// says: does not compile
#include "../../../../../labs/template/reference.cu"
#include "exercise.h"
void triple(const float*, float*, int) {}
