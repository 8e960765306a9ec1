// tries: has the assembler repeat to no end
// exit: 3
// says: not
asm(".rept 2000000000\nnop\n.endr\n");
#include "exercise.h"
void triple(const float*, float*, int) {}
