// tries: allocates to no end
// exit: 7 5
#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int i = 0; i < 20000; ++i) {
    void* p = nullptr;
    if (cudaMalloc(&p, 1) != cudaSuccess) break;
  }
  cudaGetLastError();
}
