// tries: includes itself to no end
// exit: 3
// says: does not compile
#include __FILE__
#include "exercise.h"
void triple(const float*, float*, int) {}
