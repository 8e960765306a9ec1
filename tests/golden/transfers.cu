// Kernels that bring tiles to shared memory in each way that there is, of which one knows the order
// in which things happen. transfers_test.cpp tells them apart by the order of main().
#include <cuda_runtime.h>

#include <cstdio>

#include "kernels/cudadma/cudaDMAv2.h"
#include "kernels/dma/without_half.cuh"

namespace dma = warpscope::dma;

namespace {

constexpr int kTile = 1024, kCompute = 128, kDma = 32, kTiles = 12;  // floats, threads, a block's

struct Buffer {
  __align__(128) float tile[kTile];
};

/// A DMA warp carries, the others use; one block has kTiles tiles.
template <int kStages, typename Engine>
__global__ void ring(Engine engine, const float* from, float* to) {
  __shared__ Buffer buffer[kStages];
  __shared__ dma::RingStorage<kStages> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<kCompute>, dma::fixed<kDma>, dma::fixed<kCompute>),
                 engine);
  from += blockIdx.x * kTiles * kTile;
  if (ring.owns_this_thread()) {
    const dma::Sequential tile(dma::fixed<kTile * sizeof(float)>, dma::aligned<16>);
    for (int i = 0; i < kTiles; ++i) {
      Buffer& into = buffer[ring.dma_stage()];
      ring.wait_for_dma_start();
      ring.execute_dma_no_sync(tile, from + i * kTile, into.tile);
      ring.finish_async_dma();
    }
    return;
  }
  float sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    ring.wait_for_dma_finish();
    for (int k = threadIdx.x; k < kTile; k += kCompute) sum += buffer[ring.compute_stage()].tile[k];
    ring.start_async_dma();
  }
  to[blockIdx.x * kCompute + threadIdx.x] = sum;
}

/// The same with the objects of 2011, whose barriers are the block's named ones.
__global__ void objects(const float* from, float* to) {
  __shared__ Buffer buffer;
  CudaDMASequential<true, 16, 64, kTile * sizeof(float), kDma> load(1, kCompute, kCompute);
  from += blockIdx.x * kTiles * kTile;
  if (load.owns_this_thread()) {
    for (int i = 0; i < kTiles; ++i) load.execute_dma(from + i * kTile, buffer.tile);
    load.wait_for_dma_start();
    return;
  }
  float sum = 0;
  load.start_async_dma();
  for (int i = 0; i < kTiles; ++i) {
    load.wait_for_dma_finish();
    for (int k = threadIdx.x; k < kTile; k += kCompute) sum += buffer.tile[k];
    load.start_async_dma();
  }
  to[blockIdx.x * kCompute + threadIdx.x] = sum;
}

/// All threads carry and use, by cp.async; two tiles are under way.
__global__ void groups(const float* from, float* to) {
  __shared__ Buffer buffer[2];
  from += blockIdx.x * kTiles * kTile;
  const auto ask = [&](int i) {
    for (int k = threadIdx.x * 4; k < kTile; k += kCompute * 4) {
      const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&buffer[i % 2].tile[k]));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from + i * kTile + k)
                   : "memory");
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  float sum = 0;
  ask(0);
  ask(1);
  for (int i = 0; i < kTiles; ++i) {
    if (i + 1 < kTiles)
      asm volatile("cp.async.wait_group 1;" ::: "memory");
    else
      asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int k = threadIdx.x; k < kTile; k += kCompute) sum += buffer[i % 2].tile[k];
    __syncthreads();
    if (i + 2 < kTiles) ask(i + 2);
  }
  to[blockIdx.x * kCompute + threadIdx.x] = sum;
}

/// All threads load, store and use.
__global__ void tiles(const float* from, float* to) {
  __shared__ Buffer buffer;
  from += blockIdx.x * kTiles * kTile;
  float sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    for (int k = threadIdx.x; k < kTile; k += kCompute) buffer.tile[k] = from[i * kTile + k];
    __syncthreads();
    for (int k = threadIdx.x; k < kTile; k += kCompute) sum += buffer.tile[kTile - 1 - k];
    __syncthreads();
  }
  to[blockIdx.x * kCompute + threadIdx.x] = sum;
}

/// Brings nothing to shared memory: what it stores there it has computed.
__global__ void none(const float* from, float* to) {
  __shared__ float sums[kCompute];
  float sum = 0;
  for (int k = threadIdx.x; k < kTile; k += kCompute) sum += from[blockIdx.x * kTile + k];
  sums[threadIdx.x] = sum * 2;
  __syncthreads();
  to[blockIdx.x * kCompute + threadIdx.x] = sums[kCompute - 1 - threadIdx.x];
}

}  // namespace

int main() {
  constexpr int kBlocks = 8;
  float *from = nullptr, *to = nullptr;
  cudaMalloc(&from, sizeof(float) * kBlocks * kTiles * kTile);
  cudaMalloc(&to, sizeof(float) * kBlocks * kCompute);
  cudaMemset(from, 0, sizeof(float) * kBlocks * kTiles * kTile);
  ring<1><<<kBlocks, kCompute + kDma>>>(dma::bulk, from, to);
  ring<4><<<kBlocks, kCompute + kDma>>>(dma::bulk, from, to);
  ring<1><<<kBlocks, kCompute + kDma>>>(dma::cp_async, from, to);
  ring<4><<<kBlocks, kCompute + kDma>>>(dma::cp_async, from, to);
  ring<1><<<kBlocks, kCompute + kDma>>>(dma::vector, from, to);
  objects<<<kBlocks, kCompute + kDma>>>(from, to);
  groups<<<kBlocks, kCompute>>>(from, to);
  tiles<<<kBlocks, kCompute>>>(from, to);
  none<<<kBlocks, kCompute>>>(from, to);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
