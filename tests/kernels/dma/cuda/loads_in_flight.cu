// Transfers by the vector engine whose PTX shows how many loads stand before the first store.
#include <cuda_runtime.h>

#include "kernels/dma/without_half.cuh"

namespace dma = warpscope::dma;

namespace {

/// A tile of 256 * 16 floats with the star of bench/h200/dma_stencil.cu, by all 512 threads: 24
/// rows of 64 chunks are two or four loads of a thread of the 16 warps, and the sides another one
/// of 32 threads.
constexpr int kWidth = 256, kHeight = 16, kRadius = 4, kThreads = 512;
constexpr int kPitch = kWidth + 2 * kRadius;

/// 32 rows of 128 words, by four warps: a thread has eight rows and four words of each.
constexpr int kRowBytes = 512, kRows = 32, kDma = 128;

}  // namespace

extern "C" __global__ void halo_of_a_stencil(const float* in, long long pitch) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[kPitch * (kHeight + 2 * kRadius)];
  dma::Ring ring(storage, dma::Team(dma::fixed<0>, dma::fixed<kThreads>, dma::fixed<kThreads>),
                 dma::vector_with<8>);
  ring.execute_dma_no_sync(
      dma::Halo(dma::fixed<4>, dma::fixed<kRadius>, dma::fixed<kWidth>, dma::fixed<kHeight>, pitch,
                dma::fixed<kPitch * 4>, dma::without_corners, dma::aligned<16>),
      in, &buffer[kRadius * kPitch + kRadius]);
}

extern "C" __global__ void gather_of_words(const int* index, const char* in) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) char buffer[kRowBytes * kRows];
  dma::Ring ring(storage, dma::Team(dma::fixed<0>, dma::fixed<kDma>, dma::fixed<kDma>),
                 dma::vector_with<16>);
  ring.execute_dma_no_sync(
      dma::Gather(index, dma::fixed<kRowBytes>, dma::fixed<kRows>, dma::aligned<4>), in, buffer);
}

/// The stencil's loop: the threads copy for themselves, a stage ahead.
extern "C" __global__ void halo_of_each_plane(const float* in, float* out, long long pitch,
                                              long long plane, int planes) {
  extern __shared__ __align__(16) float buffers[];
  __shared__ dma::RingStorage<2> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<0>, dma::fixed<kThreads>, dma::fixed<kThreads>),
                 dma::vector_with<8>);
  constexpr int kFloats = kPitch * (kHeight + 2 * kRadius);
  const dma::Halo halo(dma::fixed<4>, dma::fixed<kRadius>, dma::fixed<kWidth>, dma::fixed<kHeight>,
                       pitch, dma::fixed<kPitch * 4>, dma::without_corners, dma::aligned<16>);
  const auto carry = [&](int p) {
    if (!ring.owns_this_thread() || p >= planes) return;
    ring.execute_dma(halo, in + p * plane,
                     buffers + ring.dma_stage() * kFloats + kRadius * kPitch + kRadius);
  };
  carry(0);
  for (int p = 0; p < planes; ++p) {
    carry(p + 1);
    ring.wait_for_dma_finish();
    const float* const buffer = buffers + ring.compute_stage() * kFloats;
    for (int i = threadIdx.x; i < kFloats; i += kThreads) out[p * kFloats + i] = buffer[i];
    ring.start_async_dma();
  }
}
