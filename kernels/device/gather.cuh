// Gather of wide rows: out[i] = table[index[i]], rows of 512 bytes and more. Two kernels: loads
// into registers, and bulk copies.
//
// Cost: 2 * count * RowBytes bytes of global memory and 4 bytes per row of indices. Bound by
// memory; a row of 512 bytes is 16 sectors, so nothing is fetched in vain.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../warp/shuffle.cuh"
#include "access.cuh"
#include "bulk.cuh"

namespace warpscope::device {

/// Each warp moves `Pieces` pieces of rows at a time, of `PieceBytes` each, all their loads before
/// the first store; a piece may be a whole row. table and out are 16-byte aligned. Any number of
/// blocks of `Threads` threads in x; one per Threads / 32 * Pieces pieces takes a single step.
template <int RowBytes, int PieceBytes, int Threads, int Pieces, Load load, Store store>
__global__ void __launch_bounds__(Threads)
    gather_by_loads(void* out, const void* table, const std::uint32_t* index, std::size_t count) {
  static_assert(PieceBytes % 512 == 0,
                "a warp moves 512 bytes at a time: make pieces a multiple of it");
  static_assert(RowBytes % PieceBytes == 0, "rows are whole pieces: take a divisor");
  static_assert(Pieces <= 32, "a lane keeps one index: take at most 32 pieces at a time");
  constexpr int vectors = PieceBytes / 512;
  constexpr std::size_t in_row = RowBytes / PieceBytes;
  const std::size_t all = count * in_row;
  const std::uint32_t lane = warp::lane();
  const std::size_t warps = std::size_t{gridDim.x} * (Threads / 32);
  const std::size_t warp_index = std::size_t{blockIdx.x} * (Threads / 32) + threadIdx.x / 32;
  for (std::size_t first = warp_index * Pieces; first < all; first += warps * Pieces) {
    const auto pieces = static_cast<std::uint32_t>(all - first < Pieces ? all - first : Pieces);
    const std::uint32_t mine = index[(first + min(lane, pieces - 1)) / in_row];
    uint4 loaded[Pieces][vectors] = {};
#pragma unroll
    for (int p = 0; p < Pieces; ++p) {
      const std::size_t row = warp::shuffle_from(mine, p);
      if (p < pieces) {
        const uint4* from = reinterpret_cast<const uint4*>(
            static_cast<const char*>(table) + row * RowBytes + (first + p) % in_row * PieceBytes);
#pragma unroll
        for (int v = 0; v < vectors; ++v) loaded[p][v] = load16<load>(from + v * 32 + lane);
      }
    }
#pragma unroll
    for (int p = 0; p < Pieces; ++p) {
      if (p < pieces) {
        uint4* to = reinterpret_cast<uint4*>(static_cast<char*>(out) + (first + p) * PieceBytes);
#pragma unroll
        for (int v = 0; v < vectors; ++v) store16<store>(to + v * 32 + lane, loaded[p][v]);
      }
    }
  }
}

/// Dynamic shared memory of gather_by_bulk_copies, in bytes.
template <int RowBytes, int Rows, int Stages, int Warps>
inline constexpr std::size_t gather_bulk_shared_bytes =
    (std::size_t{RowBytes} * Rows + sizeof(Barrier)) * Stages* Warps;

/// Each warp has a ring of its own of `Stages` stages of `Rows` rows: every lane starts the copy of
/// one row, and the rows of a stage, which are consecutive in the result, leave in one bulk store.
/// No data passes through registers. table and out are 16-byte aligned, RowBytes is a multiple
/// of 16. Launch as many blocks of `Warps` warps as are resident; compute capability 9.0.
template <int RowBytes, int Rows, int Stages, int Warps>
__global__ void __launch_bounds__(Warps * 32)
    gather_by_bulk_copies(void* out, const void* table, const std::uint32_t* index,
                          std::size_t count) {
  static_assert(RowBytes % 16 == 0, "bulk copies move multiples of 16 bytes: pad the rows");
  static_assert(Rows <= 32, "each lane starts the copy of one row: take at most 32 rows per stage");
  static_assert(Stages >= 2, "one stage is filled while another is sent: take at least two");
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  constexpr std::size_t stage_bytes = std::size_t{RowBytes} * Rows;
  const std::uint32_t lane = warp::lane();
  const unsigned w = threadIdx.x / 32;
  unsigned char* ring = shared_bytes + w * Stages * stage_bytes;
  Barrier* full =
      reinterpret_cast<Barrier*>(shared_bytes + Warps * Stages * stage_bytes) + w * Stages;
  if (lane == 0) {
    for (int s = 0; s < Stages; ++s) full[s].init(1);
    barriers_ready();
  }
  __syncwarp();

  const std::size_t step = std::size_t{gridDim.x} * Warps * Rows;
  const auto rows_at = [&](std::size_t first) {
    return static_cast<std::uint32_t>(first >= count         ? 0
                                      : count - first < Rows ? count - first
                                                             : Rows);
  };
  const auto index_at = [&](std::size_t first) {
    return lane < rows_at(first) ? index[first + lane] : 0;
  };
  std::size_t first_to_load = (std::size_t{blockIdx.x} * Warps + w) * Rows;
  std::size_t first_to_store = first_to_load;
  std::uint32_t row = index_at(first_to_load);  // read one stage ahead
  RingPlace<Stages> filling;
  const auto fill = [&] {
    const std::uint32_t rows = rows_at(first_to_load);
    if (rows == 0) return;
    Barrier& barrier = full[filling.stage];
    if (lane == 0) barrier.arrive_expecting(rows * RowBytes);
    __syncwarp();
    if (lane < rows) {
      bulk_load(ring + filling.stage * stage_bytes + lane * RowBytes,
                static_cast<const char*>(table) + std::size_t{row} * RowBytes, RowBytes, barrier);
    }
    filling.advance();
    first_to_load += step;
    row = index_at(first_to_load);
  };
  for (int s = 0; s < Stages - 1; ++s) fill();
  for (RingPlace<Stages> sending; first_to_store < count;
       first_to_store += step, sending.advance()) {
    full[sending.stage].wait(sending.parity);
    if (lane == 0) {
      dma::bulk_copy::store(static_cast<char*>(out) + first_to_store * RowBytes,
                            ring + sending.stage * stage_bytes, rows_at(first_to_store) * RowBytes);
      dma::bulk_copy::commit();
      // The stage that is filled next was sent one step ago.
      dma::bulk_copy::wait_until_read<1>();
    }
    __syncwarp();
    fill();
  }
  if (lane == 0) dma::bulk_copy::wait();
}

}  // namespace warpscope::device
