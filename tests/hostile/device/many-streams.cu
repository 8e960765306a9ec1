// tries: makes streams and events to no end
// exit: 7 5 8
#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int i = 0; i < 50000; ++i) {
    cudaStream_t s;
    cudaEvent_t e;
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    cudaEventRecord(e, s);
  }
  cudaGetLastError();
}
