// Transposition of a matrix of 4-byte elements in global memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "access.cuh"
#include "bulk.cuh"

namespace warpscope::device {

/// In which order the blocks of a grid take the tiles of a matrix. Those which run at the same time
/// take neighbours in it, about a thousand on an H200.
enum class Order {
  rows,      ///< row by row of the input: reads are next to each other
  columns,   ///< column by column: writes are
  diagonal,  ///< along diagonals: neither reads nor writes differ just in their upper address bits
  squares,   ///< squares of 8 x 8 tiles, row by row
};

/// The grid of the kernels of this file for a matrix of rows x columns.
template <int TileRows, int TileColumns, Order order>
dim3 transpose_grid(std::uint32_t rows, std::uint32_t columns) {
  constexpr std::uint32_t side = order == Order::squares ? 8 : 1;
  constexpr std::uint32_t high = side * TileRows;
  constexpr std::uint32_t wide = side * TileColumns;
  return {side * side, (columns + wide - 1) / wide, (rows + high - 1) / high};
}

/// The first row and column of a block's tile.
struct TilePlace {
  std::uint32_t row;
  std::uint32_t column;
};

template <int TileRows, int TileColumns, Order order>
__device__ TilePlace transpose_tile() {
  std::uint32_t row = blockIdx.z;
  std::uint32_t column = blockIdx.y;
  if constexpr (order == Order::squares) {
    row = row * 8 + blockIdx.x / 8;
    column = column * 8 + blockIdx.x % 8;
  } else if constexpr (order != Order::rows) {
    const std::uint32_t i = blockIdx.z * gridDim.y + blockIdx.y;
    row = i % gridDim.z;
    column = i / gridDim.z;
    if constexpr (order == Order::diagonal) column = (column + row) % gridDim.y;
  }
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
/// `rows` and `columns` multiples of 4 (16 bytes), at most 65,535 tiles each. A block of `Threads`
/// threads in x moves one tile of `TileRows` x `TileColumns`; the grid is
/// transpose_grid<TileRows, TileColumns, order>(rows, columns).
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
template <int TileRows, int TileColumns, int Threads, Order order, Load load, Store store>
__global__ void __launch_bounds__(Threads)
    transpose_tiles(std::uint32_t* __restrict__ out, const std::uint32_t* __restrict__ in,
                    std::uint32_t rows, std::uint32_t columns) {
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

  const auto [first_row, first_column] = transpose_tile<TileRows, TileColumns, order>();
  if (first_row >= rows || first_column >= columns) return;

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

/// The same with as little per thread as one 16-byte load and one 16-byte store, so that more
/// threads share a tile: a loaded group of 4 elements is scattered over 4 lines of shared memory,
/// from which lines of the result are read 16 bytes at a time. In a line the place of an element is
/// its row XOR 128 / TileColumns times the group of columns, which gives every lane of a warp a
/// bank of its own when writing; as the lower two bits of that only exchange elements within 16
/// bytes, reading still takes whole groups, and puts their elements right in registers.
template <int TileRows, int TileColumns, int Threads, Order order, Load load, Store store>
__global__ void __launch_bounds__(Threads)
    transpose_rows(std::uint32_t* __restrict__ out, const std::uint32_t* __restrict__ in,
                   std::uint32_t rows, std::uint32_t columns) {
  constexpr int row_groups = TileRows / 4;
  constexpr int column_groups = TileColumns / 4;
  constexpr int groups = TileRows * column_groups / Threads;  // per thread
  static_assert(TileRows % 32 == 0 && (TileRows & (TileRows - 1)) == 0,
                "the XOR reaches over 32 rows: make TileRows a power of two from 32");
  static_assert(TileColumns == 32 || TileColumns == 64 || TileColumns == 128,
                "a warp loads whole rows: take 32, 64 or 128 columns");
  static_assert(TileRows * column_groups % Threads == 0 && groups >= 1,
                "each thread takes whole groups: make TileRows * TileColumns / 4 a multiple of "
                "Threads");
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  auto* tile = reinterpret_cast<std::uint32_t(*)[TileRows]>(shared_bytes);
  const auto [first_row, first_column] = transpose_tile<TileRows, TileColumns, order>();
  if (first_row >= rows || first_column >= columns) return;
  const auto swizzle = [](std::uint32_t column_group) {
    return column_group * (128 / TileColumns);
  };

  uint4 loaded[groups] = {};
#pragma unroll
  for (int g = 0; g < groups; ++g) {
    const std::uint32_t item = g * Threads + threadIdx.x;
    const std::uint32_t row = first_row + item / column_groups;
    const std::uint32_t column = first_column + item % column_groups * 4;
    if (row < rows && column < columns) {
      loaded[g] = load16<load>(in + std::size_t{row} * columns + column);
    }
  }
#pragma unroll
  for (int g = 0; g < groups; ++g) {
    const std::uint32_t item = g * Threads + threadIdx.x;
    const std::uint32_t column_group = item % column_groups;
    const std::uint32_t place = item / column_groups ^ swizzle(column_group);
    tile[column_group * 4 + 0][place] = loaded[g].x;
    tile[column_group * 4 + 1][place] = loaded[g].y;
    tile[column_group * 4 + 2][place] = loaded[g].z;
    tile[column_group * 4 + 3][place] = loaded[g].w;
  }
  __syncthreads();
#pragma unroll
  for (int g = 0; g < groups; ++g) {
    const std::uint32_t item = g * Threads + threadIdx.x;
    const std::uint32_t group = item % row_groups;
    const std::uint32_t line = item / row_groups;
    const std::uint32_t row = first_row + group * 4;
    const std::uint32_t column = first_column + line;
    if (row >= rows || column >= columns) continue;
    const std::uint32_t moved = swizzle(line / 4);
    uint4 value = *reinterpret_cast<const uint4*>(&tile[line][group * 4 ^ (moved & ~3U)]);
    if ((moved & 1) != 0) value = make_uint4(value.y, value.x, value.w, value.z);
    if ((moved & 2) != 0) value = make_uint4(value.z, value.w, value.x, value.y);
    store16<store>(out + std::size_t{column} * rows + row, value);
  }
}

/// Dynamic shared memory of transpose_by_bulk_loads and transpose_by_bulk_stores, in bytes: 16
/// bytes of padding after every fourth row or line, so that lanes 4 rows apart use different banks,
/// and a barrier.
template <int TileRows, int TileColumns>
inline constexpr std::size_t transpose_bulk_shared_bytes =
    std::size_t{TileRows} * TileColumns * 4 +
    (TileRows > TileColumns ? TileRows : TileColumns) / 4 * 16 + sizeof(Barrier);

/// The same with bulk copies in: one per row of the tile, started by a thread each. Lanes go along
/// rows, so that what they have transposed in registers leaves straight for global memory: shared
/// memory is crossed once. `rows` and `columns` are multiples of 4. Compute capability 9.0.
template <int TileRows, int TileColumns, int Threads, Order order, Store store>
__global__ void __launch_bounds__(Threads)
    transpose_by_bulk_loads(std::uint32_t* __restrict__ out, const std::uint32_t* __restrict__ in,
                            std::uint32_t rows, std::uint32_t columns) {
  constexpr int row_groups = TileRows / 4;
  constexpr int micro_tiles = row_groups * (TileColumns / 4) / Threads;
  constexpr std::uint32_t four_rows = TileColumns * 16 + 16;  // bytes, padding included
  static_assert(row_groups * (TileColumns / 4) % Threads == 0 && micro_tiles >= 1,
                "each thread takes whole micro-tiles: make TileRows * TileColumns / 16 a multiple "
                "of Threads");
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  Barrier& full = *reinterpret_cast<Barrier*>(shared_bytes + row_groups * four_rows);
  const auto [first_row, first_column] = transpose_tile<TileRows, TileColumns, order>();
  if (first_row >= rows || first_column >= columns) return;
  const std::uint32_t high = min(rows - first_row, TileRows);
  const std::uint32_t wide = min(columns - first_column, TileColumns);
  if (threadIdx.x == 0) {
    full.init(1);
    barriers_ready();
    full.arrive_expecting(high * wide * 4);
  }
  __syncthreads();
  for (std::uint32_t r = threadIdx.x; r < high; r += Threads) {
    bulk_load(shared_bytes + r / 4 * four_rows + r % 4 * (TileColumns * 4),
              in + std::size_t{first_row + r} * columns + first_column, wide * 4, full);
  }
  full.wait(0);
#pragma unroll
  for (int m = 0; m < micro_tiles; ++m) {
    const std::uint32_t micro = m * Threads + threadIdx.x;
    const std::uint32_t row = micro % row_groups * 4;
    const std::uint32_t column = micro / row_groups * 4;
    if (row >= high || column >= wide) continue;
    uint4 r[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      r[i] = *reinterpret_cast<const uint4*>(shared_bytes + row / 4 * four_rows +
                                             i * (TileColumns * 4) + column * 4);
    }
    transpose_4x4(r);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      store16<store>(out + std::size_t{first_column + column + i} * rows + first_row + row, r[i]);
    }
  }
}

/// The same with bulk copies out: loads and a transposition in registers as in transpose_tiles, and
/// one bulk store per line of the result. Compute capability 9.0.
template <int TileRows, int TileColumns, int Threads, Order order, Load load>
__global__ void __launch_bounds__(Threads)
    transpose_by_bulk_stores(std::uint32_t* __restrict__ out, const std::uint32_t* __restrict__ in,
                             std::uint32_t rows, std::uint32_t columns) {
  constexpr int column_groups = TileColumns / 4;
  constexpr int micro_tiles = TileRows / 4 * column_groups / Threads;
  constexpr std::uint32_t four_lines = TileRows * 16 + 16;  // bytes, padding included
  static_assert(TileRows / 4 * column_groups % Threads == 0 && micro_tiles >= 1,
                "each thread takes whole micro-tiles: make TileRows * TileColumns / 16 a multiple "
                "of Threads");
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  const auto [first_row, first_column] = transpose_tile<TileRows, TileColumns, order>();
  if (first_row >= rows || first_column >= columns) return;
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
  fence_for_bulk();
  __syncthreads();
  for (std::uint32_t line = threadIdx.x; line < wide; line += Threads) {
    bulk_store(out + std::size_t{first_column + line} * rows + first_row,
               shared_bytes + line / 4 * four_lines + line % 4 * (TileRows * 4), high * 4);
  }
  commit_stores();
  wait_until_read<0>();
}

}  // namespace warpscope::device
