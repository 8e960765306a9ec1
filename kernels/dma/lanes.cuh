// Runs carried by threads: how the chunks are spread.
#pragma once

#include <cstdint>

#include "kernels/dma/pattern.cuh"
#include "kernels/dma/team.cuh"

namespace warpscope::dma::lanes {

template <unsigned kWidth>
struct ChunkOf;
template <>
struct ChunkOf<16> {
  using Type = uint4;
};
template <>
struct ChunkOf<8> {
  using Type = uint2;
};
template <>
struct ChunkOf<4> {
  using Type = std::uint32_t;
};
template <>
struct ChunkOf<1> {
  using Type = std::uint8_t;
};
/// An integer or vector of `kWidth` bytes.
template <unsigned kWidth>
using Chunk = typename ChunkOf<kWidth>::Type;

/// `dividend` / `divisor` for both below 2^23 and a divisor above 0. Unlike an integer division it
/// may be executed in vain, so that the compiler takes it out of the loop around a transfer; and
/// unlike a conversion of a float it is folded where both are constants. Exact: the sum is rounded
/// to the integer next to the quotient, which is the one wanted or one above.
__device__ inline unsigned divide(unsigned dividend, unsigned divisor, float reciprocal) {
  constexpr float kOneIsTheLastBit = 1 << 23;
  const float quotient = static_cast<float>(dividend) * reciprocal;
  const unsigned near = __float_as_uint(quotient + kOneIsTheLastBit) & ((1u << 23) - 1);
  return near * divisor > dividend ? near - 1 : near;
}
__device__ inline float reciprocal(unsigned divisor) { return 1.0f / static_cast<float>(divisor); }
__device__ inline unsigned divide(unsigned dividend, unsigned divisor) {
  return divide(dividend, divisor, reciprocal(divisor));
}

/// The chunks that one thread carries: `rows` runs, `run_step` apart, and of each `columns` chunks,
/// `column_step` bytes apart. Neighbouring threads carry neighbouring chunks, so that global
/// accesses coalesce and shared ones meet different banks. A short run gets as many threads as it
/// has chunks (a power of two), a long one a warp; when there are fewer runs than warps, several,
/// and a single run all. (CudaDMA's "split", "full" and "big".) All of it depends only on sizes and
/// threads, without branches and integer divisions: where these do not change from transfer to
/// transfer, the compiler finds it once.
struct Share {
  std::int64_t run;
  int run_step;
  int first, column_step;  ///< bytes; `first` from a run's first chunk
  int rows, columns;
  // For batches (batches.cuh) the thread's chunks have numbers: `number` >> `shift` counts its
  // runs, the other bits a run's columns. Up to `whole` all threads that have work have all
  // numbers.
  int shift, numbers, whole;

  /// `runs` and `chunks` below 2^23; `width` is the bytes of a chunk.
  __device__ Share(unsigned runs, unsigned chunks, unsigned width, Lane lane) {
    const unsigned together = threads_of_run(runs, chunks, lane.count);
    // Divided first and chosen then: what a branch decides is not taken out of a loop.
    const float part = reciprocal(together);
    const unsigned of_several = divide(lane.count, together, part);
    const unsigned mine_of_several = divide(lane.rank, together, part);
    const unsigned groups = runs == 1 ? 1 : of_several;
    const unsigned group = runs == 1 ? 0 : mine_of_several;
    const unsigned place = lane.rank - group * together;
    run = group;
    run_step = static_cast<int>(groups);
    first = static_cast<int>(place * width);
    column_step = static_cast<int>(together * width);
    const unsigned whole_columns = divide(chunks, together, part);
    const unsigned more_columns = chunks - whole_columns * together;
    columns = static_cast<int>(whole_columns + (place < more_columns ? 1 : 0));
    const unsigned whole_rows = divide(runs, groups);
    const unsigned more_rows = runs - whole_rows * groups;
    const bool has_work = (groups * together == lane.count || group < groups) && columns != 0;
    rows = has_work ? static_cast<int>(whole_rows + (group < more_rows ? 1 : 0)) : 0;
    // Of threads that have any; a run shorter than its threads leaves some without.
    const unsigned least_columns = whole_columns == 0 ? 1 : whole_columns;
    const unsigned most_columns = whole_columns + (more_columns != 0 ? 1 : 0);
    number(static_cast<int>(least_columns), static_cast<int>(most_columns),
           static_cast<int>(whole_rows), runs <= groups);
  }

 private:
  __device__ void number(int least_columns, int most_columns, int least_rows, bool is_one_row) {
    const int bits = 32 - __clz(most_columns < 2 ? 0 : most_columns - 1);
    shift = is_one_row ? 30 : bits;
    numbers = is_one_row ? rows * columns : rows << bits;
    const int of_rows = least_columns == 1 << bits ? least_rows << bits : 0;
    whole = rows == 0 ? 0 : (is_one_row ? least_columns : of_rows);
  }
  __device__ static unsigned threads_of_run(unsigned runs, unsigned chunks, unsigned threads) {
    if (runs == 1) return threads;
    const unsigned of_short = 1u << (32 - __clz(static_cast<int>(chunks < 2 ? 0 : chunks - 1)));
    // As many warps as a run has work for and as there are for each.
    const unsigned there_are = divide(threads / kWarp, runs == 0 ? 1 : runs);
    const unsigned useful = (chunks + kWarp - 1) / kWarp;
    const unsigned warps = there_are < useful ? there_are : useful;
    return chunks < kWarp ? of_short : kWarp * (warps == 0 ? 1 : warps);
  }
};

/// Calls f(from, to) for every chunk of the calling thread.
template <RunPattern P, typename F>
__device__ void for_each_chunk(const P& pattern, const char* source, char* destination,
                               const Cut& cut, Lane lane, F&& f) {
  const Share share(pattern.runs(), cut.chunks, cut.width, lane);
  source += cut.head + static_cast<unsigned>(share.first);
  destination += cut.head + static_cast<unsigned>(share.first);
  std::int64_t run = share.run;
  for (int row = 0; row < share.rows; ++row, run += share.run_step) {
    const char* from = source + pattern.source_offset(run);
    char* to = destination + pattern.destination_offset(run);
#pragma unroll 4
    for (int column = 0; column < share.columns; ++column) {
      f(from, to);
      from += share.column_step;
      to += share.column_step;
    }
  }
}

}  // namespace warpscope::dma::lanes
