// tries: brings a main of its own, so that the driver never runs
// exit: 3
// says: does not compile
#include "exercise.h"
void triple(const float*, float*, int) {}
int main() { return 0; }
