// tries: keeps the sums of filter in shared memory, where no register is spilled
// lab: occupancy
// exit: 8
// points: 7.5
// denied: filter-in-registers
#include "exercise.h"

__global__ void in_shared(const float* in, const float* weights, float* out, int channels,
                          int samples) {
  __shared__ float sums[kFilters][128];
  const int c = blockIdx.x * 128 + threadIdx.x;
  if (c >= channels) return;
  for (int f = 0; f < kFilters; ++f) sums[f][threadIdx.x] = 0;
  for (int s = 0; s < samples; ++s) {
    const float x = in[s * channels + c];
    for (int f = 0; f < kFilters; ++f) sums[f][threadIdx.x] += weights[s * kFilters + f] * x;
  }
  for (int f = 0; f < kFilters; ++f) out[f * channels + c] = sums[f][threadIdx.x];
}

void filter(const float* in, const float* weights, float* out, int channels, int samples) {
  if (channels == 0) return;
  in_shared<<<ceil_div(channels, 128), 128>>>(in, weights, out, channels, samples);
  check(cudaGetLastError());
}
