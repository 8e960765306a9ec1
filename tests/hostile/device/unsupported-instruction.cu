// tries: executes what the virtual GPU lacks, to have no verdict
// exit: 8
#include "exercise.h"
__global__ void k(float* out) {
  asm volatile("multimem.red.release.sys.global.add.u32 [%0], 1;" ::"l"(out));
}

void triple(const float* in, float* out, int count) {
  if (count > 0) k<<<1, 128>>>(out);
}
