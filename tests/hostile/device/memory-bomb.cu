// tries: takes all memory of the device
// exit: 5 7 8
#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (;;) {
    void* p = nullptr;
    if (cudaMalloc(&p, 256 << 20) != cudaSuccess) break;
    cudaMemset(p, 1, 256 << 20);
  }
  cudaGetLastError();
}
