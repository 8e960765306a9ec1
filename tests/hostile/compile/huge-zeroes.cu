// tries: is a program that fits into no memory
// exit: 3 4
#include "exercise.h"
char big[6000000000ull];
void triple(const float*, float*, int) { big[0] = 1; }
