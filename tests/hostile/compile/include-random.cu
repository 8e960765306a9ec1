// tries: the same of random numbers
// exit: 3
// says: does not compile
#include "/dev/urandom"
#include "exercise.h"
void triple(const float*, float*, int) {}
