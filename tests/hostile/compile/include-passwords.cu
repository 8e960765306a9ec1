// tries: includes the table of accounts
// exit: 3
// says: does not compile
#include "/etc/passwd"
#include "exercise.h"
void triple(const float*, float*, int) {}
