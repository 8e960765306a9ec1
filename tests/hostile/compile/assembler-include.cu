// tries: has the assembler quote a private file
// exit: 3
// says: does not compile
asm(".include \"@PRIVATE@\"\n");
#include "exercise.h"
void triple(const float*, float*, int) {}
