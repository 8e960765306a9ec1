// tries: has the assembler fill 1 GB
// exit: 3
// says: The compiler wrote a file of more than 64 MiB.
asm(".section .rodata\n.fill 1000000000,1,1\n.text\n");
#include "exercise.h"
void triple(const float*, float*, int) {}
