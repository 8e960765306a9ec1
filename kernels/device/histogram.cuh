// Counts of the 256 values of a byte in an array in global memory. Two kernels: loads into
// registers, and bulk copies.
//
// Every lane has a column of counters of its own: counter (value, lane) lies in bank `lane`, so the
// 32 additions of a warp never meet in a bank, whatever the data; random and constant bytes take
// the same time. The columns are shared by all warps of a block, whose additions are atomic. 32 KB
// of shared memory per block.
//
// Cost: count bytes read; one shared-memory atomic and three other instructions per byte; 256
// global atomics per block. At 32 bytes per clock and multiprocessor the atomics would allow 8 TB/s
// on an H200, the issue of 4 instructions per byte 8 TB/s too. Sources: shared histograms,
// Podlozhnyuk, "Histogram calculation in CUDA" (2007), whose per-thread byte counters needed no
// atomics; yencal's gpu-histogram-optimization (68.5 % of an H100) has one shared histogram, where
// random bytes meet 3.5 at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../warp/reduce.cuh"
#include "access.cuh"
#include "bulk.cuh"

namespace warpscope::device {

/// The counters of a block; `Columns` is 32, or 16, 8, 4, 2, 1 to see what sharing a column costs.
template <int Columns>
struct ByteCounters {
  static_assert(Columns >= 1 && Columns <= 32 && (Columns & (Columns - 1)) == 0,
                "columns are shared by equal groups of lanes: use a power of two up to 32");
  unsigned count[256][Columns];

  __device__ void clear() {
    for (unsigned i = threadIdx.x; i < 256 * Columns; i += blockDim.x) (&count[0][0])[i] = 0;
  }

  /// Counts the four bytes of `word` in the column of `lane_offset` = 4 * (lane % Columns).
  __device__ void add(std::uint32_t word, std::uint32_t lane_offset) {
    constexpr int row_shift = 2 + (Columns == 32   ? 5
                                   : Columns == 16 ? 4
                                   : Columns == 8  ? 3
                                   : Columns == 4  ? 2
                                   : Columns == 2  ? 1
                                                   : 0);
    constexpr std::uint32_t row_mask = 0xffU << row_shift;
    unsigned char* base = reinterpret_cast<unsigned char*>(count);
#pragma unroll
    for (int byte = 0; byte < 4; ++byte) {
      const int shift = 8 * byte - row_shift;
      const std::uint32_t row = (shift < 0 ? word << -shift : word >> shift) & row_mask;
      atomicAdd(reinterpret_cast<unsigned*>(base + (row | lane_offset)), 1U);
    }
  }

  __device__ void add(const uint4& bytes, std::uint32_t lane_offset) {
    add(bytes.x, lane_offset);
    add(bytes.y, lane_offset);
    add(bytes.z, lane_offset);
    add(bytes.w, lane_offset);
  }

  /// Adds the columns up into counts[256] in global memory. All threads of the block, after a
  /// barrier.
  __device__ void flush(unsigned* counts) const {
    for (unsigned value = threadIdx.x / 32; value < 256; value += blockDim.x / 32) {
      const unsigned mine = warp::lane() < Columns ? count[value][warp::lane()] : 0;
      const unsigned all = warp::reduce(mine);
      if (warp::lane() == 0 && all != 0) atomicAdd(counts + value, all);
    }
  }
};

/// The bytes outside of the 16-byte groups, by the first threads of the grid; counted straight into
/// global memory.
__device__ inline void count_edges(const std::uint8_t* in, std::size_t count, std::size_t head,
                                   std::size_t vectors, unsigned* counts) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t tail = head + vectors * 16;
  if (thread < head) atomicAdd(counts + in[thread], 1U);
  if (thread < count - tail) atomicAdd(counts + in[tail + thread], 1U);
}

/// The bytes before the first 16-byte boundary, at most `count`.
__device__ inline std::size_t unaligned_head(const std::uint8_t* in, std::size_t count) {
  const std::size_t head = (16 - reinterpret_cast<std::uintptr_t>(in) % 16) % 16;
  return head < count ? head : count;
}

/// Adds the number of bytes of each value in in[0 … count) to counts[256], which overflow at 2^32.
/// `Vectors` 16-byte loads per thread are under way while the ones before are counted. Launch a few
/// blocks per multiprocessor; they step by the grid.
template <int Threads, int Columns, int Vectors, Load how>
__global__ void __launch_bounds__(Threads)
    histogram_by_loads(const std::uint8_t* in, std::size_t count, unsigned* counts) {
  __shared__ ByteCounters<Columns> counters;
  counters.clear();
  __syncthreads();
  const std::size_t head = unaligned_head(in, count);
  const std::size_t vectors = (count - head) / 16;
  const uint4* from = reinterpret_cast<const uint4*>(in + head);
  const std::uint32_t lane_offset = warp::lane() % Columns * 4;
  constexpr std::size_t tile = std::size_t{Threads} * Vectors;
  const std::size_t step = gridDim.x * tile;
  const std::size_t whole = vectors / tile * tile;  // up to here tiles are whole

  uint4 next[Vectors] = {};
  std::size_t start = blockIdx.x * tile;
  if (start < whole) {
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
      next[v] = load16<how>(from + start + threadIdx.x + v * Threads);
  }
  for (; start < whole; start += step) {
    uint4 now[Vectors];
#pragma unroll
    for (int v = 0; v < Vectors; ++v) now[v] = next[v];
    if (start + step < whole) {
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
        next[v] = load16<how>(from + start + step + threadIdx.x + v * Threads);
    }
#pragma unroll
    for (int v = 0; v < Vectors; ++v) counters.add(now[v], lane_offset);
  }
  for (std::size_t i = whole + std::size_t{blockIdx.x} * Threads + threadIdx.x; i < vectors;
       i += std::size_t{gridDim.x} * Threads) {
    counters.add(load16<how>(from + i), lane_offset);
  }
  count_edges(in, count, head, vectors, counts);
  __syncthreads();
  counters.flush(counts);
}

/// Dynamic shared memory of histogram_by_bulk_copies, in bytes; the counters are static.
template <int StageBytes, int Stages>
inline constexpr std::size_t histogram_bulk_shared_bytes =
    (std::size_t{StageBytes} + 2 * sizeof(Barrier)) * Stages;

/// The same by bulk copies into a ring that thread 0 keeps filled; all warps but the first count.
/// Compute capability 9.0.
template <int Threads, int StageBytes, int Stages>
__global__ void __launch_bounds__(Threads)
    histogram_by_bulk_copies(const std::uint8_t* in, std::size_t count, unsigned* counts) {
  static_assert(Threads >= 64 && StageBytes % 128 == 0,
                "launch two warps or more, and stages of whole 128-byte lines");
  __shared__ ByteCounters<32> counters;
  alignas(128) extern __shared__ unsigned char ring[];
  Barrier* full = reinterpret_cast<Barrier*>(ring + std::size_t{StageBytes} * Stages);
  Barrier* empty = full + Stages;
  counters.clear();
  if (threadIdx.x == 0) {
    for (int s = 0; s < Stages; ++s) {
      full[s].init(1);
      empty[s].init(Threads / 32 - 1);
    }
    barriers_ready();
  }
  __syncthreads();
  const std::size_t head = unaligned_head(in, count);
  const std::size_t total = (count - head) / 16 * 16;
  const std::size_t step = std::size_t{gridDim.x} * StageBytes;
  const auto bytes_at = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(total - offset < StageBytes ? total - offset : StageBytes);
  };
  RingPlace<Stages> place;
  if (threadIdx.x == 0) {
    for (std::size_t at = std::size_t{blockIdx.x} * StageBytes; at < total; at += step) {
      empty[place.stage].wait(place.parity ^ 1);
      full[place.stage].arrive_expecting(bytes_at(at));
      bulk_load(ring + std::size_t{StageBytes} * place.stage, in + head + at, bytes_at(at),
                full[place.stage]);
      place.advance();
    }
  } else if (threadIdx.x >= 32) {
    const std::uint32_t lane_offset = warp::lane() * 4;
    for (std::size_t at = std::size_t{blockIdx.x} * StageBytes; at < total; at += step) {
      full[place.stage].wait(place.parity);
      const uint4* stage =
          reinterpret_cast<const uint4*>(ring + std::size_t{StageBytes} * place.stage);
      const std::uint32_t vectors = bytes_at(at) / 16;
      for (std::uint32_t i = threadIdx.x - 32; i < vectors; i += Threads - 32)
        counters.add(stage[i], lane_offset);
      __syncwarp();
      if (warp::lane() == 0) empty[place.stage].arrive();
      place.advance();
    }
  }
  count_edges(in, count, head, total / 16, counts);
  __syncthreads();
  counters.flush(counts);
}

}  // namespace warpscope::device
