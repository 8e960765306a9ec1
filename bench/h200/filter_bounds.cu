// What __launch_bounds__ gives and costs: the filter kernel of labs/occupancy with room for 1 to 8
// blocks of 256 threads on a multiprocessor. Prints a row for each: registers, bytes of local
// memory, resident warps, and the median time of a launch that has three waves of 8 blocks, all in
// one program.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kFilters = 40, kBlockSize = 256, kSamples = 128, kTimes = 21;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

__device__ __forceinline__ void filter(const float* in, const float* weights, float* out,
                                       int channels, int samples) {
  const int step = gridDim.x * blockDim.x;
  for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < channels; c += step) {
    float sum[kFilters] = {};
#pragma unroll 1
    for (int s = 0; s < samples; ++s) {
      const float x = in[s * channels + c];
      for (int f = 0; f < kFilters; ++f) sum[f] += weights[s * kFilters + f] * x;
    }
    for (int f = 0; f < kFilters; ++f) out[f * channels + c] = sum[f];
  }
}

__global__ void unbounded(const float* in, const float* weights, float* out, int channels,
                          int samples) {
  filter(in, weights, out, channels, samples);
}
template <int kBlocks>
__global__ void __launch_bounds__(kBlockSize, kBlocks)
    bounded(const float* in, const float* weights, float* out, int channels, int samples) {
  filter(in, weights, out, channels, samples);
}

using Kernel = void (*)(const float*, const float*, float*, int, int);

int main() {
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  const int channels = 3 * 8 * device.multiProcessorCount * kBlockSize;
  std::printf("# %s, CUDA %d, %d channels, %d samples\n", device.name, CUDART_VERSION, channels,
              kSamples);
  std::printf("bounds,registers,local_bytes,warps,us_median,us_least\n");
  float *in, *weights, *out;
  check(cudaMalloc(&in, sizeof(float) * channels * kSamples));
  check(cudaMalloc(&weights, sizeof(float) * kFilters * kSamples));
  check(cudaMalloc(&out, sizeof(float) * channels * kFilters));
  check(cudaMemset(in, 0x3e, sizeof(float) * channels * kSamples));
  check(cudaMemset(weights, 0x3d, sizeof(float) * kFilters * kSamples));
  const std::array<std::pair<int, Kernel>, 9> kernels{{{0, unbounded},
                                                       {1, bounded<1>},
                                                       {2, bounded<2>},
                                                       {3, bounded<3>},
                                                       {4, bounded<4>},
                                                       {5, bounded<5>},
                                                       {6, bounded<6>},
                                                       {7, bounded<7>},
                                                       {8, bounded<8>}}};
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  for (const auto& [bounds, kernel] : kernels) {
    cudaFuncAttributes of;
    check(cudaFuncGetAttributes(&of, kernel));
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kBlockSize, 0));
    std::vector<float> times;
    for (int i = 0; i < kTimes; ++i) {
      check(cudaEventRecord(begin));
      kernel<<<channels / kBlockSize, kBlockSize>>>(in, weights, out, channels, kSamples);
      check(cudaEventRecord(end));
      check(cudaEventSynchronize(end));
      check(cudaGetLastError());
      float ms = 0;
      check(cudaEventElapsedTime(&ms, begin, end));
      if (i > 0) times.push_back(1000 * ms);
    }
    std::sort(times.begin(), times.end());
    std::printf("%d,%d,%zu,%d,%.1f,%.1f\n", bounds, of.numRegs, of.localSizeBytes,
                blocks * kBlockSize / 32, times[times.size() / 2], times.front());
  }
}
