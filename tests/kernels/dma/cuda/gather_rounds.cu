// Gathers in rounds, by kernels/cudadma and kernels/dma, with constants and at run time. Each
// kernel is launched with one round and with 101; the test counts what the further rounds execute.
#include <cuda_runtime.h>

#include <cstdio>

#include "cudaDMA.h"
#include "kernels/dma/dma.cuh"

namespace dma = warpscope::dma;

constexpr int kDma = 64, kBytes = 256, kCount = 32;  // threads; of an element; elements
constexpr int kMostRounds = 101;

template <int ALIGNMENT>
__global__ void cudadma_constants(const int* index, const char* in, int rounds) {
  __shared__ __align__(16) char buffer[kBytes * kCount];
  cudaDMAIndirect<true, true, ALIGNMENT, kBytes, kDma, kCount> gather(1, 0, 0);
  for (int i = 0; i < rounds; ++i) gather.execute_dma_no_sync(index + i * kCount, in, buffer);
}

template <int ALIGNMENT>
__global__ void cudadma_run_time(const int* index, const char* in, int rounds, int bytes,
                                 int count) {
  __shared__ __align__(16) char buffer[kBytes * kCount];
  cudaDMAIndirect<true, true, ALIGNMENT> gather(1, kDma, 0, 0, bytes, count);
  for (int i = 0; i < rounds; ++i)
    gather.execute_dma_no_sync(index + i * count, in, static_cast<char*>(buffer));
}

template <int ALIGNMENT>
__global__ void dma_constants(const int* index, const char* in, int rounds) {
  __shared__ __align__(16) char buffer[kBytes * kCount];
  __shared__ dma::RingStorage<1> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<0>, dma::fixed<kDma>, dma::fixed<kDma>),
                 dma::vector);
  for (int i = 0; i < rounds; ++i)
    ring.execute_dma_no_sync(dma::Gather(index + i * kCount, dma::fixed<kBytes>, dma::fixed<kCount>,
                                         dma::aligned<ALIGNMENT>),
                             in, buffer);
}

template <int ALIGNMENT>
__global__ void dma_run_time(const int* index, const char* in, int rounds, int bytes, int count) {
  __shared__ __align__(16) char buffer[kBytes * kCount];
  __shared__ dma::RingStorage<1> storage;
  dma::Ring ring(storage, dma::Team(0, kDma, kDma), dma::vector);
  for (int i = 0; i < rounds; ++i)
    ring.execute_dma_no_sync(dma::Gather(index + i * count, bytes, count, dma::aligned<ALIGNMENT>),
                             in, static_cast<char*>(buffer));
}

template <int ALIGNMENT>
void launch(const int* index, const char* in) {
  for (const int rounds : {1, kMostRounds}) {
    cudadma_constants<ALIGNMENT><<<1, kDma>>>(index, in, rounds);
    cudadma_run_time<ALIGNMENT><<<1, kDma>>>(index, in, rounds, kBytes, kCount);
    dma_constants<ALIGNMENT><<<1, kDma>>>(index, in, rounds);
    dma_run_time<ALIGNMENT><<<1, kDma>>>(index, in, rounds, kBytes, kCount);
  }
}

int main() {
  int* index = nullptr;
  char* in = nullptr;
  cudaMalloc(&index, sizeof(int) * kCount * kMostRounds);
  cudaMalloc(&in, kBytes);
  cudaMemset(index, 0, sizeof(int) * kCount * kMostRounds);
  launch<16>(index, in);
  launch<8>(index, in);
  launch<4>(index, in);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
