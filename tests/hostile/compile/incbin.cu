// tries: has the assembler take in a private file
// exit: 3
// says: does not compile
asm(".section .rodata\n.incbin \"@PRIVATE@\"\n.text\n");
#include "exercise.h"
void triple(const float*, float*, int) {}
