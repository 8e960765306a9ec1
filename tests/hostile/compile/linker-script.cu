// tries: puts a command of the linker into the object
// exit: 3
// says: does not compile
asm(".section .drectve,\"yn\"\n.ascii \"-T/etc/passwd\"\n.text\n");
#include "exercise.h"
void triple(const float*, float*, int) {}
