// tries: embeds the reference as C23 does
// exit: 3
// says: does not compile
const char text[] = {
#embed "@ROOT@/labs/template/reference.cu"
};
#include "exercise.h"
void triple(const float*, float*, int) {}
