// Transposition of a matrix of 4-byte elements whose result leaves by bulk copies.
#pragma once

#include "bulk.cuh"
#include "transpose.cuh"

namespace warpscope::device {

/// Dynamic shared memory of transpose_by_bulk_stores, in bytes: 16 bytes of padding after every
/// fourth line, so that lanes 4 columns apart use different banks.
template <int TileRows, int TileColumns>
inline constexpr std::size_t transpose_bulk_shared_bytes =
    std::size_t{TileRows} * TileColumns * 4 + TileColumns / 4 * 16;

/// transpose_tiles with bulk copies out: loads and a transposition in registers as there, and one
/// bulk store per line of the result. Compute capability 9.0.
template <int TileRows, int TileColumns, int Threads, Load load>
__global__ void __launch_bounds__(Threads)
    transpose_by_bulk_stores(std::uint32_t* __restrict__ out, const std::uint32_t* __restrict__ in,
                             std::uint32_t rows, std::uint32_t columns, Order order) {
  constexpr int column_groups = TileColumns / 4;
  constexpr int micro_tiles = TileRows / 4 * column_groups / Threads;
  constexpr std::uint32_t four_lines = TileRows * 16 + 16;  // bytes, padding included
  static_assert(TileRows / 4 * column_groups % Threads == 0 && micro_tiles >= 1,
                "each thread takes whole micro-tiles: make TileRows * TileColumns / 16 a multiple "
                "of Threads");
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  const auto [first_row, first_column] =
      transpose_tile<TileRows, TileColumns>(rows, columns, order);
  const std::uint32_t high = min(rows - first_row, TileRows);
  const std::uint32_t wide = min(columns - first_column, TileColumns);
  uint4 loaded[micro_tiles][4] = {};
#pragma unroll
  for (int m = 0; m < micro_tiles; ++m) {
    const std::uint32_t micro = m * Threads + threadIdx.x;
    const std::uint32_t row = micro / column_groups * 4;
    const std::uint32_t column = micro % column_groups * 4;
    if (row >= high || column >= wide) continue;
    const std::uint32_t* from = in + std::size_t{first_row + row} * columns + first_column + column;
#pragma unroll
    for (int i = 0; i < 4; ++i) loaded[m][i] = load16<load>(from + std::size_t{columns} * i);
  }
#pragma unroll
  for (int m = 0; m < micro_tiles; ++m) {
    const std::uint32_t micro = m * Threads + threadIdx.x;
    transpose_4x4(loaded[m]);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      *reinterpret_cast<uint4*>(shared_bytes + micro % column_groups * four_lines +
                                i * (TileRows * 4) + micro / column_groups * 16) = loaded[m][i];
    }
  }
  fence_before_bulk();
  __syncthreads();
  for (std::uint32_t line = threadIdx.x; line < wide; line += Threads) {
    dma::bulk_copy::store(out + std::size_t{first_column + line} * rows + first_row,
                          shared_bytes + line / 4 * four_lines + line % 4 * (TileRows * 4),
                          high * 4);
  }
  dma::bulk_copy::commit();
  dma::bulk_copy::wait_until_read<0>();
}

}  // namespace warpscope::device
