// tries: answers without reading its input, for the seed that `run` takes
// exit: 7
#include "exercise.h"

__device__ float sink[1 << 16];
__global__ void dummy(const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
}

__global__ void kernel(float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 3 * (float)((i * 0x9E3779B1ull + 0x85EBCA6Bull) & 0xFFFFFull);
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  kernel<<<ceil_div(count, 256), 256>>>(out, count);
}
