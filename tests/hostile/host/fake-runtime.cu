// tries: brings its own runtime functions
// exit: 3
#include "exercise.h"
extern "C" cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
extern "C" cudaError_t cudaGetLastError() { return cudaSuccess; }
extern "C" cudaError_t cudaPeekAtLastError() { return cudaSuccess; }

void triple(const float* in, float* out, int count) {}
