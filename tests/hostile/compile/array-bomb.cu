// tries: wants an initialised array of 1 GiB in the object file
// exit: 3
// says: The compiler wrote a file of more than 64 MiB.
int big[1 << 28] = {1};
#include "exercise.h"
void triple(const float*, float*, int) {}
