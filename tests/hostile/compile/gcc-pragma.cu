// tries: asks gcc for a plugin and another optimisation by pragma
// exit: 7 3
#pragma GCC optimize("O0,plugin=x.so")
#pragma GCC dependency "@PRIVATE@"
#include "exercise.h"
void triple(const float*, float*, int) {}
