// tries: has the assembler take in the reference
// exit: 3
// says: does not compile
asm(".section .rodata\n.incbin \"@ROOT@/labs/template/reference.cu\"\n.text\n");
#include "exercise.h"
void triple(const float*, float*, int) {}
