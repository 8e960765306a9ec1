// tries: reads and writes records far apart by atomics
// lab: coalescing
// exit: 8
// points: 12
// denied: scale-records-traffic
#include "exercise.h"

__device__ float sink[1 << 20];
__global__ void dummy(const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
}

__global__ void apart(float* in, float* out, int records, int fields, float factor) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= records) return;
  for (int f = 0; f < fields; ++f)
    atomicExch(out + r * fields + f, factor * atomicAdd(in + r * fields + f, 0.0f));
}

void scale_records(const float* in, float* out, int records, int fields, float factor) {
  if (records == 0) return;
  apart<<<ceil_div(records, 256), 256>>>(const_cast<float*>(in), out, records, fields, factor);
  dummy<<<ceil_div(records * fields, 256), 256>>>(in, records * fields);
}
