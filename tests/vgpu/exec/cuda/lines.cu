// Inlined code in the same file and from a header; tests/vgpu/exec/program/lines_test.cpp finds
// its lines by the words in brackets.
#include "lines.h"

__device__ __forceinline__ float from_this_file(const float* in, int i) {
  return in[2 * i] + 1.0F;  // [helper load]
}

__device__ __forceinline__ float through_both(const float* in, int i) {
  return from_header(in, i + 1);  // [header call in helper]
}

extern "C" __global__ void lines(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;                   // [guard]
  tile[threadIdx.x] = in[i];            // [direct load]
  __syncthreads();                      // [barrier]
  float sum = tile[255 - threadIdx.x];  // [shared load]
  sum += from_this_file(in, i);         // [helper call]
  sum += from_header(in, i);            // [header call]
  sum += through_both(in, i);           // [both call]
  out[i] = sum;                         // [store]
}
