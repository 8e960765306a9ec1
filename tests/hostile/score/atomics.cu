// tries: reads and writes far apart by atomics, beside a dummy kernel
// exit: 1
// points: 60
// denied: traffic
#include "exercise.h"

__device__ float sink[1 << 16];
__global__ void dummy(const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
}

__global__ void apart(float* in, float* out, int count) {
  const int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < min(first + 8, count); ++i)
    atomicExch(out + i, 3 * atomicAdd(in + i, 0.0f));
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  apart<<<ceil_div(count, 2048), 256>>>(const_cast<float*>(in), out, count);
  dummy<<<ceil_div(count, 256), 256>>>(in, count);
}
