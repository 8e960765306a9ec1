// Probes of single mechanisms of the clock, each measured by clock64 in one block: what a taken
// branch costs beyond the body of its loop, and DFMA chains by the number of warps.
//   nvcc -O3 -std=c++17 -arch=sm_90 -o probes bench/calibrate/probes.cu && ./probes
#include <cuda_runtime.h>

#include <cstdio>

namespace {

__device__ float sink;
__device__ double wide_sink;

/// Cycles of `turns` turns of a loop with so many dependent FFMA.
template <int kBody>
__global__ void loop(long long* cycles, int turns, float by) {
  float a = threadIdx.x;
  const long long begin = clock64();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int k = 0; k < kBody; ++k) a = a * by + .5f;
  }
  const long long end = clock64();
  if (a == 3.25f) sink = a;
  if (threadIdx.x == 0) *cycles = end - begin;
}

template <int kChains>
__global__ void doubles(long long* cycles, int turns, double by) {
  double a[kChains];
#pragma unroll
  for (int c = 0; c < kChains; ++c) a[c] = threadIdx.x + c;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int k = 0; k < 16; ++k) {
#pragma unroll
      for (int c = 0; c < kChains; ++c) a[c] = a[c] * by + .5;
    }
  }
  __syncthreads();
  const long long end = clock64();
  double sum = 0;
#pragma unroll
  for (int c = 0; c < kChains; ++c) sum += a[c];
  if (sum == 3.25) wide_sink = sum;
  if (threadIdx.x == 0) *cycles = end - begin;
}

template <class Launch>
double measure(Launch&& launch, double per) {
  long long* cycles = nullptr;
  cudaMallocManaged(&cycles, sizeof *cycles);
  launch(cycles);
  launch(cycles);
  cudaDeviceSynchronize();
  const double each = static_cast<double>(*cycles) / per;
  cudaFree(cycles);
  return each;
}

template <int kBody>
void loops(int threads) {
  constexpr int kTurns = 2000;
  const double each =
      measure([&](long long* c) { loop<kBody><<<1, threads>>>(c, kTurns, 1.01f); }, kTurns);
  std::printf("loop of %d FFMA, %d threads: %.2f cycles a turn, %.2f beyond the body\n", kBody,
              threads, each, each - 4.0 * kBody);
}

template <int kChains>
void chains(int threads) {
  constexpr int kTurns = 200;
  const double each =
      measure([&](long long* c) { doubles<kChains><<<1, threads>>>(c, kTurns, 1.01); },
              kTurns * 16.0 * kChains);
  std::printf("%d chains of DFMA, %d threads: %.2f cycles each\n", kChains, threads, each);
}

}  // namespace

int main() {
  for (int threads : {32, 128, 256, 512, 1024}) {
    loops<1>(threads);
    loops<4>(threads);
    loops<8>(threads);
    loops<16>(threads);
    loops<32>(threads);
    loops<64>(threads);
  }
  for (int threads : {32, 128, 256, 512, 1024}) {
    chains<1>(threads);
    chains<2>(threads);
  }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
