// tries: answers without reading its input, where the seed is known
// exit: 1
// seed: 1
// points: 0
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
  dummy<<<ceil_div(count, 256), 256>>>(in, count);
  kernel<<<ceil_div(count, 256), 256>>>(out, count);
}
