// tries: does not define the function
// exit: 8
// says: triple
#include "exercise.h"
