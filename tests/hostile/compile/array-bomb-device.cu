// tries: wants the same on the device
// exit: 3
// says: The compiler needed more than 2048 MiB.
__device__ int big[1 << 28] = {1};
__global__ void f(int* o) { *o = big[3]; }
#include "exercise.h"
void triple(const float*, float*, int) {}
