// Transposition of a matrix of 4-byte elements in global memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "access.cuh"

namespace warpscope::device {

/// In which order the blocks of a grid take the tiles of a matrix: column by column within bands of
/// `band_tiles` rows of tiles. Blocks that run at the same time take neighbours in this order,
/// about a thousand on an H200. Bands of 1 go row by row of the input, so that reads are next to
/// each other; one band goes along the whole columns, so that writes are.
struct Order {
  std::uint32_t band_tiles;
  /// Begins each row of tiles one tile further on, so that neither reads nor writes at the same
  /// time differ just in their upper address bits.
  bool is_diagonal;
};

inline constexpr Order by_rows{1, false};
inline constexpr Order by_columns{0xffff'ffff, false};
inline constexpr Order by_diagonals{0xffff'ffff, true};
constexpr Order by_bands_of(std::uint32_t tiles) { return {tiles, false}; }

/// The grid of the kernels of this file for a matrix of rows x columns.
template <int TileRows, int TileColumns>
dim3 transpose_grid(std::uint32_t rows, std::uint32_t columns) {
  const std::uint32_t tile_rows = (rows + TileRows - 1) / TileRows;
  return {tile_rows * ((columns + TileColumns - 1) / TileColumns)};
}

/// The first row and column of a block's tile.
struct TilePlace {
  std::uint32_t row;
  std::uint32_t column;
};

template <int TileRows, int TileColumns>
__device__ TilePlace transpose_tile(std::uint32_t rows, std::uint32_t columns, Order order) {
  const std::uint32_t tile_rows = (rows + TileRows - 1) / TileRows;
  const std::uint32_t tile_columns = (columns + TileColumns - 1) / TileColumns;
  const std::uint32_t band = min(order.band_tiles, tile_rows);
  const std::uint32_t first_row = blockIdx.x / (band * tile_columns) * band;
  const std::uint32_t in_band = blockIdx.x - first_row * tile_columns;
  const std::uint32_t high = min(band, tile_rows - first_row);
  const std::uint32_t row = first_row + in_band % high;
  std::uint32_t column = in_band / high;
  if (order.is_diagonal) column = (column + row) % tile_columns;
  return {row * TileRows, column * TileColumns};
}

/// A 4 x 4 transposition in registers.
__device__ inline void transpose_4x4(uint4 (&r)[4]) {
  const uint4 lines[4] = {
      make_uint4(r[0].x, r[1].x, r[2].x, r[3].x), make_uint4(r[0].y, r[1].y, r[2].y, r[3].y),
      make_uint4(r[0].z, r[1].z, r[2].z, r[3].z), make_uint4(r[0].w, r[1].w, r[2].w, r[3].w)};
#pragma unroll
  for (int i = 0; i < 4; ++i) r[i] = lines[i];
}

/// Dynamic shared memory of transpose_tiles, in bytes.
template <int TileRows, int TileColumns>
inline constexpr std::size_t transpose_shared_bytes = std::size_t{TileRows} * TileColumns * 4;

/// out[column * rows + row] = in[row * columns + column], both matrices dense and 16-byte aligned,
/// `rows` and `columns` multiples of 4 (16 bytes), fewer than 2^31 tiles. A block of `Threads`
/// threads in x moves one tile of `TileRows` x `TileColumns`; the grid is
/// transpose_grid<TileRows, TileColumns>(rows, columns).
///
/// A thread takes micro-tiles of 4 x 4: four 16-byte loads, a transposition in registers, four
/// 16-byte stores to shared memory; after the barrier rows of the result leave with 16-byte stores.
/// So both sides move 16 bytes per thread in runs of 4 * TileColumns and 4 * TileRows bytes, and
/// shared memory sees a quarter of the usual requests. There the groups of 16 bytes of a row are
/// exchanged by XOR with the row's number / 4, which spreads every 8 lanes over all 32 banks,
/// writing and reading: no conflicts and no padding.
///
/// Cost: 2 * rows * columns * 4 bytes of global memory; transpose_shared_bytes of dynamic shared
/// memory. Bound by memory. Source: Ruetsch and Micikevicius, "Optimizing Matrix Transpose in CUDA"
/// (2009); a 64 x 64 tile of 16-byte accesses reached 87.7 % of an H100 in yencal's
/// gpu-matrix-transpose-optimization; the XOR in place of padding is ours.
template <int TileRows, int TileColumns, int Threads, Load load, Store store>
__global__ void __launch_bounds__(Threads)
    transpose_tiles(std::uint32_t* __restrict__ out, const std::uint32_t* __restrict__ in,
                    std::uint32_t rows, std::uint32_t columns, Order order) {
  constexpr int row_groups = TileRows / 4;  // also the 16-byte groups in a row of the result
  constexpr int column_groups = TileColumns / 4;
  constexpr int micro_tiles = row_groups * column_groups / Threads;
  static_assert(
      TileRows % 32 == 0 && TileColumns % 32 == 0,
      "the XOR needs at least 8 groups of 4 on a side: make the tile's sides multiples of 32");
  static_assert((row_groups & (row_groups - 1)) == 0, "the XOR needs a power of two of rows");
  static_assert(row_groups * column_groups % Threads == 0 && micro_tiles >= 1,
                "each thread takes whole micro-tiles: make TileRows * TileColumns / 16 a multiple "
                "of Threads");
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  auto* tile =
      reinterpret_cast<uint4(*)[row_groups]>(shared_bytes);  // a row of the result in each row

  const auto [first_row, first_column] =
      transpose_tile<TileRows, TileColumns>(rows, columns, order);

  const auto move = [&](auto is_whole) {
    // Inside the matrix nothing is asked per access.
    const auto inside = [&](std::uint32_t row, std::uint32_t column) {
      return decltype(is_whole)::value || (row < rows && column < columns);
    };
    uint4 loaded[micro_tiles][4] = {};
#pragma unroll
    for (int m = 0; m < micro_tiles; ++m) {
      const std::uint32_t micro = m * Threads + threadIdx.x;
      const std::uint32_t row = first_row + micro / column_groups * 4;
      const std::uint32_t column = first_column + micro % column_groups * 4;
      if (inside(row, column)) {
        const std::uint32_t* from = in + std::size_t{row} * columns + column;
#pragma unroll
        for (int i = 0; i < 4; ++i) loaded[m][i] = load16<load>(from + std::size_t{columns} * i);
      }
    }
#pragma unroll
    for (int m = 0; m < micro_tiles; ++m) {
      const std::uint32_t micro = m * Threads + threadIdx.x;
      const std::uint32_t column_group = micro % column_groups;
      const std::uint32_t place = micro / column_groups ^ column_group % row_groups;
      transpose_4x4(loaded[m]);
#pragma unroll
      for (int i = 0; i < 4; ++i) tile[column_group * 4 + i][place] = loaded[m][i];
    }
    __syncthreads();
#pragma unroll
    for (int m = 0; m < micro_tiles * 4; ++m) {
      const std::uint32_t item = m * Threads + threadIdx.x;
      const std::uint32_t group = item % row_groups;
      const std::uint32_t line = item / row_groups;
      const std::uint32_t row = first_row + group * 4;
      const std::uint32_t column = first_column + line;
      if (inside(row, column)) {
        store16<store>(out + std::size_t{column} * rows + row,
                       tile[line][group ^ line / 4 % row_groups]);
      }
    }
  };
  if (first_row + TileRows <= rows && first_column + TileColumns <= columns) {
    move(std::true_type{});
  } else {
    move(std::false_type{});
  }
}

}  // namespace warpscope::device
