// tries: takes the whole of a folder
// exit: 3
// says: does not compile
#include "/"
#include "exercise.h"
void triple(const float*, float*, int) {}
