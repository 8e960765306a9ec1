// Inclusive and exclusive scan of an array in global memory, in one pass and one launch (compute
// capability 9.0 and later).
//
// Blocks stay; block b takes tiles b, b + gridDim.x, … Each tile passes through five roles, which
// are warps of the block, and a ring of stages in shared memory lets every role run ahead of the
// next:
//
//   loader (1 warp)      brings the tile by a bulk copy
//   reducers (`Warps`)   sum their chunks of it
//   publisher (1 warp)   sums the chunks and writes the tile's total to global memory
//   look-ahead (1 warp)  adds the totals of all tiles since the block's last one to the prefix that
//   it carries scanners (`Warps`)   scan their chunks in place from that prefix, and send them off
//   by bulk stores
//
// So totals are published long before they are needed, nobody waits for a neighbour's prefix but
// only for totals, and the sum of totals is always taken in the same order: results are the same
// from run to run, also in floating point.
//
// Cost: 2 * count * 4 bytes of global memory, and gridDim.x * 8 bytes of L2 per tile for the
// totals. Shared memory sees each element written by the copy engine, read twice, written once and
// read by the copy engine. Bound by memory. Sources: single pass, Merrill and Garland, "Single-pass
// Parallel Prefix Scan with Decoupled Look-back" (2016); totals only and warps with roles, CUB's
// "warpspeed" scan (NVIDIA/cccl #6811, 77.8 % of an H100 with floats).
#pragma once

#include <cstddef>
#include <cstdint>

#include "../warp/reduce.cuh"
#include "../warp/scan.cuh"
#include "access.cuh"
#include "bulk.cuh"

namespace warpscope::device {

/// The shape of a scan, all at compile time.
template <typename Element, bool Exclusive_, int Warps_, int Items_, int Stages_,
          int BlocksPerSm_ = 1>
struct ScanShape {
  using T = Element;
  static constexpr bool exclusive = Exclusive_;
  static constexpr int warps = Warps_;    ///< reducers, and as many scanners
  static constexpr int items = Items_;    ///< elements per lane and tile, consecutive
  static constexpr int stages = Stages_;  ///< tiles in shared memory
  static constexpr int blocks_per_sm = BlocksPerSm_;
  static constexpr int threads = (2 * warps + 3) * 32;
  static constexpr int chunk = 32 * items;  ///< elements of one warp
  static constexpr int tile = warps * chunk;
  /// Words per lane with which the look-ahead reads the totals of a round of blocks at once on 132
  /// multiprocessors.
  static constexpr int totals_at_once = (132 * blocks_per_sm + 31) / 32;

  static_assert(sizeof(T) == 4, "the total and its flag share 8 bytes: scan 4-byte elements");
  static_assert(items % 8 == 4,
                "lanes read 16 bytes at a stride of `items` elements: make it 4 times an odd "
                "number, and no two meet in a bank");
  static_assert(warps >= 1 && warps <= 14, "a block has at most 32 warps: use up to 14 reducers");

  /// Shared memory of one stage beside its tile. The order of use is that of the members.
  struct Control {
    Barrier full;      ///< the tile is there
    Barrier reduced;   ///< all chunks are summed
    Barrier prefixed;  ///< chunk_before and tile_before are there
    Barrier empty;     ///< the result has been read out
    T chunk_sum[warps];
    T chunk_before[warps];  ///< of the chunks before, in this tile
    T tile_before;          ///< of all tiles before
  };
  /// Dynamic shared memory, in bytes.
  static constexpr std::size_t shared_bytes = stages * (tile * sizeof(T) + sizeof(Control));
};

/// A tile's total as the blocks see it: the upper half is 1 once the lower half is there. Zero
/// before the launch.
using TileTotal = unsigned long long;

__device__ inline void publish_total(TileTotal* at, std::uint32_t bits) {
  const TileTotal word = (1ULL << 32) | bits;
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(at)), "l"(word)
               : "memory");
}

__device__ inline TileTotal read_total(const TileTotal* at) {
  TileTotal word;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
               : "=l"(word)
               : "l"(__cvta_generic_to_global(at))
               : "memory");
  return word;
}

/// op over the totals of tiles [from, to) in their order, after `before`; waits for those that are
/// not there yet. One warp, which reads `at_once` * 32 totals in one journey to L2.
template <int at_once, typename T, typename Op>
__device__ T add_totals(T before, const TileTotal* totals, unsigned from, unsigned to, T neutral,
                        Op op) {
  for (; from < to; from += at_once * 32) {
    TileTotal word[at_once] = {};
    bool waiting = true;
    while (waiting) {
      waiting = false;
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const unsigned tile = from + i * 32 + warp::lane();
        if (tile < to && word[i] >> 32 == 0) word[i] = read_total(totals + tile);
      }
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        waiting |= from + i * 32 + warp::lane() < to && word[i] >> 32 == 0;
      }
      waiting = __any_sync(warp::all_lanes, waiting);
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const bool counts = from + i * 32 + warp::lane() < to;
      const T total = __builtin_bit_cast(T, static_cast<std::uint32_t>(word[i]));
      if (from + i * 32 < to) before = op(before, warp::reduce(counts ? total : neutral, op));
    }
  }
  return before;
}

/// One chunk of `Shape::items` elements per lane, between shared memory and registers.
template <typename Shape>
struct ScanChunk {
  using T = typename Shape::T;
  static constexpr int vectors = Shape::items / 4;
  T item[Shape::items];

  __device__ explicit ScanChunk(const T* chunk) {
    const uint4* from = reinterpret_cast<const uint4*>(chunk) + warp::lane() * vectors;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
      const auto pack = __builtin_bit_cast(Pack<T>, from[v]);
#pragma unroll
      for (int k = 0; k < 4; ++k) item[v * 4 + k] = pack.element[k];
    }
  }

  __device__ void write(T* chunk) const {
    uint4* to = reinterpret_cast<uint4*>(chunk) + warp::lane() * vectors;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
      Pack<T> pack;
#pragma unroll
      for (int k = 0; k < 4; ++k) pack.element[k] = item[v * 4 + k];
      to[v] = __builtin_bit_cast(uint4, pack);
    }
  }

  /// The sum of the lane's items, in their order.
  template <typename Op>
  __device__ T sum(Op op) const {
    T all = item[0];
#pragma unroll
    for (int i = 1; i < Shape::items; ++i) all = op(all, item[i]);
    return all;
  }

  /// Makes each item its result, where `before` is that of everything before the chunk.
  template <typename Op>
  __device__ void scan(T before, Op op) {
    T through[Shape::items];
    through[0] = item[0];
#pragma unroll
    for (int i = 1; i < Shape::items; ++i) through[i] = op(through[i - 1], item[i]);
    const T lane_through = warp::inclusive_scan(through[Shape::items - 1], op);
    const T lanes_before = warp::shuffle_up(lane_through, 1);
    if (warp::lane() != 0) before = op(before, lanes_before);
#pragma unroll
    for (int i = 0; i < Shape::items; ++i) {
      if constexpr (Shape::exclusive)
        item[i] = i == 0 ? before : op(before, through[i - 1]);
      else
        item[i] = op(before, through[i]);
    }
  }
};

/// out[i] = first op in[0] op … op in[i] (inclusive) or … in[i - 1] (exclusive) for i in [0,
/// count). `op` is associative and need not be commutative; `neutral` changes nothing. in and out
/// are 16-byte aligned, equal or not overlapping; `totals` has ceil(count / Shape::tile) words of
/// zero. All blocks must be resident at once: launch cooperatively, at most as many as fit and one
/// per tile, with Shape::threads threads and Shape::shared_bytes of dynamic shared memory.
template <typename Shape, typename Op, typename T = typename Shape::T>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks_per_sm)
    scan_in_one_pass(T* out, const T* in, std::size_t count, TileTotal* totals, T first, T neutral,
                     Op op) {
  using Control = typename Shape::Control;
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  const auto tile_at = [&](int s) { return reinterpret_cast<T*>(shared_bytes) + s * Shape::tile; };
  Control* control = reinterpret_cast<Control*>(tile_at(Shape::stages));
  if (threadIdx.x == 0) {
    for (int s = 0; s < Shape::stages; ++s) {
      control[s].full.init(1);
      control[s].reduced.init(Shape::warps);
      control[s].prefixed.init(2);
      control[s].empty.init(Shape::warps);
    }
    barriers_ready();
  }
  __syncthreads();

  const unsigned warp_index = threadIdx.x / 32;
  const unsigned lane = warp::lane();
  const auto tiles = static_cast<unsigned>((count + Shape::tile - 1) / Shape::tile);
  const auto is_whole = [&](unsigned t) { return (std::size_t{t} + 1) * Shape::tile <= count; };
  RingPlace<Shape::stages> place;

  if (warp_index == 0) {  // loader
    for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x, place.advance()) {
      Control& c = control[place.stage];
      const T* from = in + std::size_t{t} * Shape::tile;
      c.empty.wait(place.parity ^ 1);
      if (is_whole(t)) {
        if (lane == 0) {
          c.full.arrive_expecting(Shape::tile * sizeof(T));
          bulk_load(tile_at(place.stage), from, Shape::tile * sizeof(T), c.full);
        }
      } else {
        const unsigned left = static_cast<unsigned>(count - std::size_t{t} * Shape::tile);
        for (unsigned i = lane; i < Shape::tile; i += 32)
          tile_at(place.stage)[i] = i < left ? from[i] : neutral;
        __syncwarp();
        if (lane == 0) c.full.arrive();
      }
    }
  } else if (warp_index == 1) {  // publisher
    for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x, place.advance()) {
      Control& c = control[place.stage];
      c.reduced.wait(place.parity);
      const auto scanned =
          warp::exclusive_scan(lane < Shape::warps ? c.chunk_sum[lane] : neutral, neutral, op);
      if (lane == 0) publish_total(totals + t, __builtin_bit_cast(std::uint32_t, scanned.total));
      if (lane < Shape::warps) c.chunk_before[lane] = scanned.before;
      __syncwarp();
      if (lane == 0) c.prefixed.arrive();
    }
  } else if (warp_index == 2) {  // look-ahead
    T before = first;
    unsigned known = 0;  // `before` has the tiles below this one
    for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x, place.advance()) {
      Control& c = control[place.stage];
      before = add_totals<Shape::totals_at_once>(before, totals, known, t, neutral, op);
      known = t;
      c.empty.wait(place.parity ^ 1);  // the scanners have done with the last prefix of this stage
      if (lane == 0) {
        c.tile_before = before;
        c.prefixed.arrive();
      }
    }
  } else if (warp_index < 3 + Shape::warps) {  // reducers
    const unsigned w = warp_index - 3;
    for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x, place.advance()) {
      Control& c = control[place.stage];
      c.full.wait(place.parity);
      const T sum =
          warp::reduce(ScanChunk<Shape>(tile_at(place.stage) + w * Shape::chunk).sum(op), op);
      if (lane == 0) {
        c.chunk_sum[w] = sum;
        c.reduced.arrive();
      }
    }
  } else {  // scanners
    const unsigned w = warp_index - 3 - Shape::warps;
    int sent = -1;  // the stage whose result may still be read out
    for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x, place.advance()) {
      Control& c = control[place.stage];
      T* chunk = tile_at(place.stage) + w * Shape::chunk;
      c.full.wait(place.parity);
      c.prefixed.wait(place.parity);
      ScanChunk<Shape> items(chunk);
      items.scan(op(c.tile_before, c.chunk_before[w]), op);
      items.write(chunk);
      const std::size_t offset = std::size_t{t} * Shape::tile + w * Shape::chunk;
      if (is_whole(t)) {
        fence_before_bulk();
        __syncwarp();
        if (lane == 0) dma::bulk_copy::store(out + offset, chunk, Shape::chunk * sizeof(T));
      } else {
        __syncwarp();
        for (unsigned i = lane; i < Shape::chunk && offset + i < count; i += 32)
          out[offset + i] = chunk[i];
        __syncwarp();
      }
      if (lane == 0) {
        dma::bulk_copy::commit();
        dma::bulk_copy::wait_until_read<1>();
        if (sent >= 0) control[sent].empty.arrive();
        sent = place.stage;
      }
    }
    if (lane == 0) dma::bulk_copy::wait();
  }
}

}  // namespace warpscope::device
