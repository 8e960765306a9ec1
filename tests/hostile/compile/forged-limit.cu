// tries: has the compiler say what it says at a limit
// exit: 3
// says: The file does not compile.
#error LLVM ERROR: out of memory
#include "exercise.h"
void triple(const float*, float*, int) {}
