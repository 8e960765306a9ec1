// tries: one warp goes through the whole array, beside warps that do nothing
// exit: 1
// points: 60
// denied: traffic
#include "exercise.h"

__global__ void one_warp(const float* in, float* out, int count) {
  if (blockIdx.x != 0 || threadIdx.x >= 32) return;
  for (int i = threadIdx.x; i < count; i += 32) out[i] = 3 * in[i];
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  one_warp<<<256, 256>>>(in, out, count);
  check(cudaGetLastError());
}
