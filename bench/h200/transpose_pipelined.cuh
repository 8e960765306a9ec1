// A transposition whose blocks stay and keep tensor copies of their next tiles in flight: tried
// against kernels/device/transpose_bulk.cuh; docs/evidence/h200.md has what came of it.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <cstdint>

#include "kernels/device/bulk.cuh"
#include "kernels/device/transpose.cuh"

namespace warpscope::bench {

/// The tensor map of a dense matrix of rows x columns 4-byte elements, for boxes of box_rows x
/// box_columns, without swizzling. `encode` is the driver's cuTensorMapEncodeTiled. `columns` is a
/// multiple of 4.
inline CUtensorMap matrix_map(decltype(&cuTensorMapEncodeTiled) encode, const void* data,
                              std::uint32_t rows, std::uint32_t columns, std::uint32_t box_rows,
                              std::uint32_t box_columns) {
  CUtensorMap map{};
  const cuuint64_t sizes[2] = {columns, rows};
  const cuuint64_t strides[1] = {std::size_t{columns} * 4};
  const cuuint32_t box[2] = {box_columns, box_rows};
  const cuuint32_t steps[2] = {1, 1};
  const CUresult result =
      encode(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, const_cast<void*>(data), sizes, strides, box,
             steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS)
    throw std::runtime_error("cuTensorMapEncodeTiled: error " + std::to_string(result));
  return map;
}

template <int TileRows, int TileColumns, int Stages>
inline constexpr std::size_t transpose_pipelined_shared_bytes =
    std::size_t{Stages} * TileRows* TileColumns * 4 +
    2 * (std::size_t{TileRows} * TileColumns * 4 + TileColumns / 4 * 16) + 256;

__device__ inline void tensor_load(void* to_shared, const CUtensorMap& map, std::uint32_t column,
                                   std::uint32_t row, device::Barrier& full) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
      "%3}], [%4];" ::"r"(dma::barrier::address(to_shared)),
      "l"(&map), "r"(column), "r"(row), "r"(dma::barrier::address(&full))
      : "memory");
}

/// out[column * rows + row] = in[row * columns + column]. Block b takes tiles b, b + gridDim.x, …
/// of `order`; a ring of `Stages` tiles is loaded ahead by tensor copies, transposed in registers,
/// and leaves line by line by bulk copies, of which two tiles may be under way. `rows` and
/// `columns` are multiples of 4. Compute capability 9.0.
template <int TileRows, int TileColumns, int Threads, int Stages>
__global__ void __launch_bounds__(Threads)
    transpose_pipelined(std::uint32_t* __restrict__ out, const __grid_constant__ CUtensorMap in,
                        std::uint32_t rows, std::uint32_t columns, device::Order order,
                        std::uint32_t tiles) {
  constexpr int column_groups = TileColumns / 4;
  constexpr int micro_tiles = TileRows / 4 * column_groups / Threads;
  constexpr std::uint32_t four_lines = TileRows * 16 + 16;
  constexpr std::uint32_t tile_bytes = TileRows * TileColumns * 4;
  constexpr std::uint32_t out_bytes = tile_bytes + TileColumns / 4 * 16;
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  unsigned char* const loaded_tiles = shared_bytes;
  unsigned char* const leaving = shared_bytes + Stages * tile_bytes;
  auto* const full = reinterpret_cast<device::Barrier*>(leaving + 2 * out_bytes);

  // The same walk as transpose_tile, for any tile.
  const auto place_of = [&](std::uint32_t tile) {
    const std::uint32_t tile_rows = (rows + TileRows - 1) / TileRows;
    const std::uint32_t tile_columns = (columns + TileColumns - 1) / TileColumns;
    const std::uint32_t band = min(order.band_tiles, tile_rows);
    const std::uint32_t first_row = tile / (band * tile_columns) * band;
    const std::uint32_t in_band = tile - first_row * tile_columns;
    const std::uint32_t high = min(band, tile_rows - first_row);
    return device::TilePlace{(first_row + in_band % high) * TileRows, in_band / high * TileColumns};
  };
  const auto load = [&](std::uint32_t tile, int stage) {
    const auto [row, column] = place_of(tile);
    full[stage].arrive_expecting(tile_bytes);
    tensor_load(loaded_tiles + stage * tile_bytes, in, column, row, full[stage]);
  };
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < Stages; ++stage) full[stage].init(1);
    device::barriers_ready();
    for (int stage = 0; stage < Stages; ++stage) {
      const std::uint32_t tile = blockIdx.x + stage * gridDim.x;
      if (tile < tiles) load(tile, stage);
    }
  }
  __syncthreads();

  device::RingPlace<Stages> place;
  int side = 0;
  for (std::uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const auto [first_row, first_column] = place_of(tile);
    const std::uint32_t high = min(rows - first_row, TileRows);
    const std::uint32_t wide = min(columns - first_column, TileColumns);
    full[place.stage].wait(place.parity);
    uint4 loaded[micro_tiles][4];
    const unsigned char* from = loaded_tiles + place.stage * tile_bytes;
#pragma unroll
    for (int m = 0; m < micro_tiles; ++m) {
      const std::uint32_t micro = m * Threads + threadIdx.x;
      const std::uint32_t row = micro / column_groups * 4;
      const std::uint32_t column = micro % column_groups * 4;
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        loaded[m][i] =
            *reinterpret_cast<const uint4*>(from + ((row + i) * TileColumns + column) * 4);
      }
    }
    // Each thread that stores lines keeps at most one tile's stores unread; the other buffer is
    // then free.
    dma::bulk_copy::wait_until_read<1>();
    __syncthreads();  // everybody has read the loaded tile, and the lines of this side have left
    if (threadIdx.x == 0) {
      const std::uint32_t next = tile + Stages * gridDim.x;
      if (next < tiles) load(next, place.stage);
    }
    unsigned char* const lines = leaving + side * out_bytes;
#pragma unroll
    for (int m = 0; m < micro_tiles; ++m) {
      const std::uint32_t micro = m * Threads + threadIdx.x;
      device::transpose_4x4(loaded[m]);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        *reinterpret_cast<uint4*>(lines + micro % column_groups * four_lines + i * (TileRows * 4) +
                                  micro / column_groups * 16) = loaded[m][i];
      }
    }
    device::fence_before_bulk();
    __syncthreads();
    for (std::uint32_t line = threadIdx.x; line < wide; line += Threads) {
      dma::bulk_copy::store(out + std::size_t{first_column + line} * rows + first_row,
                            lines + line / 4 * four_lines + line % 4 * (TileRows * 4), high * 4);
    }
    dma::bulk_copy::commit();
    place.advance();
    side ^= 1;
  }
  dma::bulk_copy::wait_until_read<0>();
}

}  // namespace warpscope::bench
