// tries: has an error message quote a line of a private file
// exit: 3
// says: does not compile
#line 1 "@PRIVATE@"
int x = y;
#include "exercise.h"
void triple(const float*, float*, int) {}
