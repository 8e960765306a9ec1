// tries: no work at all; what it gets is what others must not exceed
// exit: 7
#include "exercise.h"
void triple(const float*, float*, int) {}
