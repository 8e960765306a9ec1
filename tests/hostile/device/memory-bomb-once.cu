// tries: hides wrong answers behind one case that takes all memory of the device
// exit: 5 7
#include "exercise.h"

void triple(const float* in, float* out, int count) {
  if (count < 1000) return;
  for (;;) {
    void* p = nullptr;
    if (cudaMalloc(&p, 256 << 20) != cudaSuccess) break;
    cudaMemset(p, 1, 256 << 20);
  }
  cudaGetLastError();
}
