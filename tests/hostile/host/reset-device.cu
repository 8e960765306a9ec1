// tries: resets the device under the driver
// exit: 4 7 8
#include "exercise.h"

void triple(const float* in, float* out, int count) { cudaDeviceReset(); }
