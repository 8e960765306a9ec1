// Carries points with one engine on the device and compares with the host. The programs of this
// folder say which engine.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "kernels/dma/without_half.cuh"
#include "point.h"

namespace dma_test {

namespace dma = warpscope::dma;

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  std::exit(1);
}

// Device code may read it, and may not call includes().
template <Selection kSelection, Kind kKind>
inline constexpr bool kIncludes = includes(kSelection, kKind);

/// A user's own transfer: it need not know the engine.
struct BackwardsByTheByte {
  unsigned bytes;
  __device__ void operator()(dma::Lane lane, const char* source, char* destination) const {
    for (unsigned i = lane.rank; i < bytes; i += lane.count)
      destination[bytes - 1 - i] = source[bytes - 1 - i];
  }
};

template <Selection kSelection, typename Ring>
__device__ void carry(Ring& ring, const Point& p, const long long* wide_index, const char* from,
                      char* to) {
  const auto run = [&](const auto& pattern) { ring.execute_dma(pattern, from, to); };
  switch (p.kind) {
    case Kind::sequential:
      if constexpr (kIncludes<kSelection, Kind::sequential>) {
        run(dma::Sequential(static_cast<unsigned long long>(p.bytes)));
      }
      return;
    case Kind::sequential_fixed:
      if constexpr (kIncludes<kSelection, Kind::sequential_fixed>) {
        run(dma::Sequential(dma::fixed<1000>));
      }
      return;
    case Kind::sequential_aligned:
      if constexpr (kIncludes<kSelection, Kind::sequential_aligned>) {
        run(dma::Sequential(p.bytes, dma::aligned<16>));
      }
      return;
    case Kind::strided:
      if constexpr (kIncludes<kSelection, Kind::strided>) {
        if (p.destination_stride == p.bytes)
          return run(dma::Strided(p.bytes, p.count, p.source_stride));
        run(dma::Strided(p.bytes, p.count, p.source_stride, p.destination_stride));
      }
      return;
    case Kind::strided_aligned_16:
      if constexpr (kIncludes<kSelection, Kind::strided_aligned_16>) {
        run(dma::Tile(p.bytes, p.count, p.source_stride, p.destination_stride, dma::aligned<16>));
      }
      return;
    case Kind::strided_aligned_4:
      if constexpr (kIncludes<kSelection, Kind::strided_aligned_4>) {
        run(dma::Strided(p.bytes, p.count, p.source_stride, p.destination_stride, dma::aligned<4>));
      }
      return;
    case Kind::gather_32:
      if constexpr (kIncludes<kSelection, Kind::gather_32>) {
        run(dma::Gather(p.index, p.bytes, p.count, p.source_stride, p.destination_stride));
      }
      return;
    case Kind::gather_64:
      if constexpr (kIncludes<kSelection, Kind::gather_64>) {
        run(dma::Gather(wide_index, p.bytes, p.count, p.source_stride, p.destination_stride));
      }
      return;
    case Kind::gather_aligned:
      if constexpr (kIncludes<kSelection, Kind::gather_aligned>) {
        run(dma::Gather(p.index, p.bytes, p.count, p.source_stride, p.destination_stride,
                        dma::aligned<16>));
      }
      return;
    case Kind::scatter:
      if constexpr (kIncludes<kSelection, Kind::scatter>) {
        run(dma::Scatter(p.index, p.bytes, p.count, p.source_stride, p.destination_stride));
      }
      return;
    case Kind::halo:
      if constexpr (kIncludes<kSelection, Kind::halo>) {
        run(dma::Halo(p.bytes, p.radius, p.width, p.height, p.source_stride, p.destination_stride));
      }
      return;
    case Kind::halo_without_corners:
      if constexpr (kIncludes<kSelection, Kind::halo_without_corners>) {
        run(dma::Halo(p.bytes, p.radius, p.width, p.height, p.source_stride, p.destination_stride,
                      dma::without_corners));
      }
      return;
    case Kind::halo_aligned:
      if constexpr (kIncludes<kSelection, Kind::halo_aligned>) {
        run(dma::Halo(p.bytes, p.radius, p.width, p.height, p.source_stride, p.destination_stride,
                      dma::with_corners, dma::aligned<4>));
      }
      return;
    case Kind::halo_aligned_without_corners:
      if constexpr (kIncludes<kSelection, Kind::halo_aligned_without_corners>) {
        run(dma::Halo(p.bytes, p.radius, p.width, p.height, p.source_stride, p.destination_stride,
                      dma::without_corners, dma::aligned<4>));
      }
      return;
    case Kind::halo_aligned_clipped:
      if constexpr (kIncludes<kSelection, Kind::halo_aligned_clipped>) {
        run(dma::Halo(p.bytes, p.radius, p.width, p.height, p.source_stride, p.destination_stride,
                      dma::with_corners, dma::aligned<4>)
                .clipped(p.x, p.y, p.domain_width, p.domain_height));
      }
      return;
    case Kind::halo_clipped:
      if constexpr (kIncludes<kSelection, Kind::halo_clipped>) {
        run(dma::Halo(p.bytes, p.radius, p.width, p.height, p.source_stride, p.destination_stride)
                .clipped(p.x, p.y, p.domain_width, p.domain_height));
      }
      return;
    case Kind::halo_clipped_without_corners:
      if constexpr (kIncludes<kSelection, Kind::halo_clipped_without_corners>) {
        run(dma::Halo(p.bytes, p.radius, p.width, p.height, p.source_stride, p.destination_stride,
                      dma::without_corners)
                .clipped(p.x, p.y, p.domain_width, p.domain_height));
      }
      return;
    case Kind::transpose:
      if constexpr (kIncludes<kSelection, Kind::transpose>) {
        run(dma::Transpose(p.bytes, p.width, p.height, p.source_stride, p.destination_stride));
      }
      return;
    case Kind::transpose_along_destination:
      if constexpr (kIncludes<kSelection, Kind::transpose_along_destination>) {
        run(dma::Transpose(p.bytes, p.width, p.height, p.source_stride, p.destination_stride,
                           dma::along_destination));
      }
      return;
    case Kind::custom:
      if constexpr (kIncludes<kSelection, Kind::custom>) {
        run(dma::Custom(BackwardsByTheByte{p.bytes}));
      }
      return;
    default:
      return;
  }
}

template <Selection kSelection, typename Ring>
__device__ void carry_reduction(Ring& ring, const Point& p, const char* from, char* to) {
  const dma::Strided pattern(p.bytes, p.count, p.source_stride, p.destination_stride);
  switch (p.kind) {
    case Kind::add_int:
      if constexpr (kIncludes<kSelection, Kind::add_int>) {
        ring.execute_dma(dma::add<int>, pattern, from, to);
      }
      return;
    case Kind::add_float:
      if constexpr (kIncludes<kSelection, Kind::add_float>) {
        ring.execute_dma(dma::add<float>, pattern, from, to);
      }
      return;
    case Kind::maximum_long:
      if constexpr (kIncludes<kSelection, Kind::maximum_long>) {
        ring.execute_dma(dma::maximum<long long>, pattern, from, to);
      }
      return;
    case Kind::minimum_half:
      if constexpr (kIncludes<kSelection, Kind::minimum_half>) {
        ring.execute_dma(dma::minimum<__half>, pattern, from, to);
      }
      return;
    case Kind::maximum_bfloat:
      if constexpr (kIncludes<kSelection, Kind::maximum_bfloat>) {
        ring.execute_dma(dma::maximum<__nv_bfloat16>, pattern, from, to);
      }
      return;
    default:
      if constexpr (kIncludes<kSelection, Kind::xor_unsigned>) {
        ring.execute_dma(dma::bit_xor<unsigned>, pattern, from, to);
      }
  }
}

/// One point per block. `images`: kMostTransfers per point: what was found in the buffers (load) or
/// where the transfers went (store).
template <typename Engine, int kStages, bool kIsStore, Selection kSelection>
__global__ void __launch_bounds__(kComputeThreads + kMostDmaThreads)
    run_points(const Point* points, const char* source, char* images) {
  __shared__ dma::RingStorage<kStages> storage;
  __shared__ alignas(128) char buffers[kStages][kImageBytes];
  __shared__ long long wide_index[kIndices];
  const Point& p = points[blockIdx.x];
  images += std::size_t{blockIdx.x} * kMostTransfers * kImageBytes;
  for (int i = threadIdx.x; i < kIndices; i += blockDim.x) wide_index[i] = p.index[i];
  const auto words = [](char* at) { return reinterpret_cast<unsigned*>(at); };
  constexpr int kWords = kImageBytes / 4;
  for (int i = threadIdx.x; i < kStages * kWords; i += blockDim.x)
    words(buffers[0])[i] = kGuard * 0x01010101u;
  dma::fence_before_bulk();
  const unsigned first = p.copies_for_itself ? 0 : kComputeThreads;
  using Direction = std::conditional_t<kIsStore, dma::ToGlobal, dma::ToShared>;
  dma::Ring ring(storage, dma::Team(first, p.dma_threads, dma::fixed<kComputeThreads>), Engine{},
                 Direction{});

  const auto carry_one = [&](unsigned t) {
    char* buffer = buffers[ring.dma_stage()] + kOrigin;
    const long long from_start = p.source_phase + p.source_lead;
    const long long to_start = p.destination_phase + p.destination_lead;
    if constexpr (kIsStore) {
      char* to = images + t * kImageBytes + kOrigin + to_start;
      const char* from = buffer + from_start;
      if (p.kind >= kFirstReduction) {
        carry_reduction<kSelection>(ring, p, from, to);
      } else {
        carry<kSelection>(ring, p, wide_index, from, to);
      }
    } else {
      carry<kSelection>(ring, p, wide_index, source + p.source[t] + from_start, buffer + to_start);
    }
  };
  const auto use_one = [&](unsigned t) {
    ring.wait_for_dma_finish();
    unsigned* buffer = words(buffers[ring.compute_stage()]);
    for (int i = threadIdx.x; i < kWords; i += kComputeThreads) {
      if constexpr (kIsStore) {
        buffer[i] = *reinterpret_cast<const unsigned*>(source + p.source[t] + 4 * i);
      } else {
        words(images + t * kImageBytes)[i] = buffer[i];
        buffer[i] = kGuard * 0x01010101u;
      }
    }
    dma::fence_before_bulk();
    if (p.copies_for_itself) __syncthreads();  // a warp reads what the other has written
    ring.start_async_dma();
  };

  if (p.copies_for_itself) {
    if (threadIdx.x < kComputeThreads) {
      for (unsigned t = 0; t < p.transfers; ++t) {
        if constexpr (!kIsStore) carry_one(t);
        use_one(t);
        if constexpr (kIsStore) carry_one(t);
      }
    } else {
      for (unsigned t = 0; t < p.transfers; ++t) __syncthreads();
    }
  } else if (ring.owns_this_thread()) {
    for (unsigned t = 0; t < p.transfers; ++t) carry_one(t);
  } else if (threadIdx.x < kComputeThreads) {
    for (unsigned t = 0; t < p.transfers; ++t) use_one(t);
  }
  if (kIsStore && ring.owns_this_thread()) ring.drain();
  ring.retire();
}

/// Random bytes that are small integers as float too: the top byte of each word chooses one.
inline std::vector<unsigned char> random_source() {
  std::vector<unsigned char> bytes(1 << 16);
  std::mt19937 generator(7);
  for (auto& byte : bytes) byte = static_cast<unsigned char>(generator());
  return bytes;
}

/// What each image must be, from the moves alone.
inline void expect(const Point& p, bool is_store, const std::vector<unsigned char>& source,
                   std::vector<unsigned char>& images) {
  const auto moves = moves_of(p);
  for (unsigned t = 0; t < p.transfers; ++t) {
    unsigned char* image = images.data() + std::size_t{t} * kImageBytes;
    const long long from = p.source[t] + p.source_phase + p.source_lead + (is_store ? kOrigin : 0);
    const long long to = kOrigin + p.destination_phase + p.destination_lead;
    if (p.kind < kFirstReduction) {
      for (const auto& [s, d] : moves)
        image[to + d] = source.at(static_cast<std::size_t>(from + s));
      continue;
    }
    for (unsigned i = 0; i < p.count; ++i) {
      reduce(p.kind, source.data() + from + i * p.source_stride,
             image + to + i * p.destination_stride, p.bytes);
    }
  }
}

template <typename Engine, int kStages, bool kIsStore, Selection kSelection>
int wrong_points(int count) {
  constexpr int kAtOnce = 48;  // points in a launch
  const auto source = random_source();
  constexpr std::size_t kPointBytes = std::size_t{kMostTransfers} * kImageBytes;
  char *device_source = nullptr, *device_images = nullptr;
  Point* device_points = nullptr;
  check(cudaMalloc(&device_source, source.size()), "cudaMalloc");
  check(cudaMalloc(&device_images, kAtOnce * kPointBytes), "cudaMalloc");
  check(cudaMalloc(&device_points, kAtOnce * sizeof(Point)), "cudaMalloc");
  check(cudaMemcpy(device_source, source.data(), source.size(), cudaMemcpyDefault), "cudaMemcpy");
  const auto points = make_points(kSelection, count, kStages, kIsStore, 100 * kStages + kIsStore);
  std::vector<unsigned char> found(kAtOnce * kPointBytes), expected(kPointBytes);
  int wrong = 0;
  for (int first = 0; first < count; first += kAtOnce) {
    const int blocks = std::min(kAtOnce, count - first);
    check(cudaMemset(device_images, kGuard, kAtOnce * kPointBytes), "cudaMemset");
    check(
        cudaMemcpy(device_points, points.data() + first, blocks * sizeof(Point), cudaMemcpyDefault),
        "cudaMemcpy");
    run_points<Engine, kStages, kIsStore, kSelection>
        <<<blocks, kComputeThreads + kMostDmaThreads>>>(device_points, device_source,
                                                        device_images);
    check(cudaGetLastError(), "launch");
    check(cudaMemcpy(found.data(), device_images, found.size(), cudaMemcpyDefault), "run_points");
    for (int i = 0; i < blocks; ++i) {
      const Point& p = points[static_cast<std::size_t>(first + i)];
      std::fill(expected.begin(), expected.end(), kGuard);
      expect(p, kIsStore, source, expected);
      const unsigned char* at = found.data() + static_cast<std::size_t>(i) * kPointBytes;
      if (std::memcmp(at, expected.data(), expected.size()) == 0) continue;
      if (++wrong > 5) continue;
      std::size_t byte = 0;
      while (at[byte] == expected[byte]) ++byte;
      std::printf(
          "stages %d, point %d, kind %d: %u * %u bytes, %u x %u radius %u, strides %lld %lld, "
          "phases "
          "%u %u, %u DMA threads%s: transfer %zu differs at %d: %02x for %02x\n",
          kStages, first + i, static_cast<int>(p.kind), p.count, p.bytes, p.width, p.height,
          p.radius, p.source_stride, p.destination_stride, p.source_phase, p.destination_phase,
          p.dma_threads, p.copies_for_itself ? " (itself)" : "", byte / kImageBytes,
          static_cast<int>(byte % kImageBytes) - kOrigin, at[byte], expected[byte]);
    }
  }
  check(cudaFree(device_source), "cudaFree");
  check(cudaFree(device_images), "cudaFree");
  check(cudaFree(device_points), "cudaFree");
  return wrong;
}

/// Counts the wrong points of one direction and prints them. Loads and stores are compiled apart,
/// because each takes its time. A ring of one stage gets a quarter more points.
template <typename Engine, Selection kSelection, typename EngineOfFew = Engine>
int test_loads(int count) {
  return wrong_points<Engine, 3, false, kSelection>(count) +
         wrong_points<EngineOfFew, 1, false, Selection::few>(count / 4);
}
template <typename Engine, Selection kSelection>
int test_stores(int count) {
  return wrong_points<Engine, 2, true, kSelection>(count);
}

}  // namespace dma_test
