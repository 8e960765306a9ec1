// tries: moves its floor of bytes by a dummy kernel alone
// exit: 7
#include "exercise.h"

__device__ float sink[1 << 16];
__global__ void dummy(const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  dummy<<<ceil_div(count, 256), 256>>>(in, count);
}
