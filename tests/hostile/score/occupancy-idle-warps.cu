// tries: idle warps, grids of one block, a wave beside the work, sums by shared atomics
// lab: occupancy
// exit: 8
// points: 19
// denied: short-rows-full long-rows-full smooth-full filter-in-registers one-wave
#include "exercise.h"

constexpr int kBlockSize = 256;
__global__ void scale_kernel(const float* in, const float* factor, float* out, int rows,
                             int width) {
  if (threadIdx.x >= 32) return;
  for (int row = blockIdx.x; row < rows; row += gridDim.x)
    for (int i = threadIdx.x; i < width; i += 32)
      out[row * width + i] = factor[row] * in[row * width + i];
}

void scale_rows(const float* in, const float* factor, float* out, int rows, int width) {
  if (rows == 0) return;
  scale_kernel<<<width == 768 ? 1 : rows, 256>>>(in, factor, out, rows, width);
  check(cudaGetLastError());
}

__global__ void smooth_kernel(const float* in, float* out, int rows, int width) {
  extern __shared__ float row[];
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    const float* from = in + r * width;
    for (int i = threadIdx.x; i < width; i += blockDim.x) row[i] = from[i];
    __syncthreads();
    for (int i = threadIdx.x; i < width; i += blockDim.x) {
      const float left = i > 0 ? row[i - 1] : 0;
      const float right = i + 1 < width ? row[i + 1] : 0;
      out[r * width + i] = left + row[i] + right;
    }
    __syncthreads();
  }
}

void smooth_rows(const float* in, float* out, int rows, int width) {
  if (rows == 0) return;
  smooth_kernel<<<1, 64, width * sizeof(float)>>>(in, out, rows, width);
  check(cudaGetLastError());
}

__global__ void filter_kernel(const float* in, const float* weights, float* out, int channels,
                              int samples) {
  __shared__ float sums[40][kBlockSize / 4];
  const int t = threadIdx.x, step = gridDim.x * blockDim.x;
  for (int c = blockIdx.x * blockDim.x + t; c < channels; c += step) {
    for (int f = 0; f < 40; ++f) sums[f][t] = 0;
#pragma unroll 1
    for (int s = 0; s < samples; ++s) {
      const float x = in[s * channels + c];
      for (int f = 0; f < 40; ++f) atomicAdd(&sums[f][t], weights[s * kFilters + f] * x);
    }
    for (int f = 0; f < 40; ++f) out[f * channels + c] = sums[f][t];
  }
}

void filter(const float* in, const float* weights, float* out, int channels, int samples) {
  if (channels == 0) return;
  filter_kernel<<<ceil_div(channels, 64), 64>>>(in, weights, out, channels, samples);
  check(cudaGetLastError());
}

__global__ void __launch_bounds__(kBlockSize, 4)
    part_kernel(const float* in, const float* weights, float* out, int channels, int samples,
                int begin, int end) {
  for (int c = begin + blockIdx.x * blockDim.x + threadIdx.x; c < end;
       c += gridDim.x * blockDim.x) {
    float sum[kFilters] = {};
#pragma unroll 1
    for (int s = 0; s < samples; ++s) {
      const float x = in[s * channels + c];
      for (int f = 0; f < kFilters; ++f) sum[f] += weights[s * kFilters + f] * x;
    }
    for (int f = 0; f < kFilters; ++f) out[f * channels + c] = sum[f];
  }
}

void filter_part(const float* in, const float* weights, float* out, int channels, int samples,
                 int begin, int end, int blocks) {
  if (begin < end)
    part_kernel<<<blocks, kBlockSize>>>(in, weights, out, channels, samples, begin, end);
  check(cudaGetLastError());
}

void filter_filling(const float* in, const float* weights, float* out, int channels, int samples) {
  int sms = 0, per_sm = 0;
  check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, part_kernel, kBlockSize, 0));
  filter_part(in, weights, out, channels, samples, 0, channels - 1, 1);
  filter_part(in, weights, out, channels, samples, channels - 1, channels, per_sm * sms);
}
