// Runs carried by threads: how the chunks are spread, and copies through registers.
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
__device__ inline unsigned divide(unsigned dividend, unsigned divisor) {
  constexpr float kOneIsTheLastBit = 1 << 23;
  const float quotient = static_cast<float>(dividend) / static_cast<float>(divisor);
  const unsigned near = __float_as_uint(quotient + kOneIsTheLastBit) & ((1u << 23) - 1);
  return near * divisor > dividend ? near - 1 : near;
}

/// The chunks that one thread carries: `rows` runs, `run_step` apart, and of each `columns` chunks,
/// `column_step` bytes apart. Neighbouring threads carry neighbouring chunks, so that global
/// accesses coalesce and shared ones meet different banks. A short run gets as many threads as it
/// has chunks (a power of two), a long one a warp; when there are fewer runs than warps, several,
/// and a single run all. (CudaDMA's "split", "full" and "big".) All of it depends only on sizes and
/// threads, without branches and integer divisions: where these do not change from transfer to
/// transfer, the compiler finds it once.
struct Share {
  std::int64_t run, run_step;
  int rows, least_rows;
  int first, column_step;  ///< bytes; `first` from a run's first chunk
  int columns, least_columns, most_columns;
  // least_… and most_…: of the threads that have work; the same for all.

  /// `runs` and `chunks` below 2^23; `width` is the bytes of a chunk.
  __device__ Share(unsigned runs, unsigned chunks, unsigned width, Lane lane) {
    const unsigned together = threads_of_run(runs, chunks, lane.count);
    const unsigned groups = runs == 1 ? 1 : divide(lane.count, together);
    const unsigned group = runs == 1 ? 0 : divide(lane.rank, together);
    const unsigned place = lane.rank - group * together;
    run = group;
    run_step = groups;
    first = static_cast<int>(place * width);
    column_step = static_cast<int>(together * width);
    const unsigned whole_columns = divide(chunks, together);
    const unsigned more_columns = chunks - whole_columns * together;
    least_columns = static_cast<int>(whole_columns);
    columns = static_cast<int>(whole_columns + (place < more_columns ? 1 : 0));
    most_columns = static_cast<int>(whole_columns + (more_columns != 0 ? 1 : 0));
    const unsigned whole_rows = runs == 1 ? 1 : divide(runs, groups);
    const unsigned more_rows = runs - whole_rows * groups;
    const bool has_work = (groups * together == lane.count || group < groups) && columns != 0;
    least_rows = static_cast<int>(whole_rows);
    rows = has_work ? static_cast<int>(whole_rows + (group < more_rows ? 1 : 0)) : 0;
  }

 private:
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

/// One thread's copies through registers in batches of kRows runs and kColumns chunks of each,
/// which are all loaded before the first of them is stored. `kHoldsRuns`: no run has more.
template <unsigned kWidth, int kRows, int kColumns, bool kHoldsRuns, RunPattern P>
class Batches {
 public:
  __device__ Batches(const P& pattern, const char* source, char* destination, const Share& share)
      : pattern_(pattern),
        source_(source + static_cast<unsigned>(share.first)),
        destination_(destination + static_cast<unsigned>(share.first)),
        share_(share),
        last_whole_row_(last_whole_row(pattern)),
        last_whole_column_(has_whole_columns() ? kAll : share.least_columns - kColumns) {}

  /// Calls `before_first_store()` once, when the first batch's loads have been issued.
  template <typename Before>
  __device__ void carry(Before&& before_first_store) const {
    Held held;
    Place at{share_.run, 0, 0, 0};
    load(held, at);
    before_first_store();
    store(held, at);
    for (at = after(at); at.row < share_.rows; at = after(at)) {
      load(held, at);
      store(held, at);
    }
  }

 private:
  struct Held {
    Chunk<kWidth> chunk[kRows * kColumns];
  };
  /// Where a batch begins.
  struct Place {
    std::int64_t run;
    int row, column, bytes;
  };

  // More than any row or column: every batch is whole, which the compiler sees without knowing it.
  static constexpr int kAll = 0x7fffffff;

  __device__ bool has_whole_columns() const {
    return share_.least_columns == share_.most_columns && share_.least_columns % kColumns == 0;
  }
  __device__ int last_whole_row(const P& pattern) const {
    if (share_.rows == 0 || (kHoldsRuns && !has_whole_columns())) return -1;
    const bool is_even = share_.run_step * share_.least_rows == pattern.runs();
    return is_even && share_.least_rows % kRows == 0 ? kAll : share_.least_rows - kRows;
  }
  __device__ int columns() const { return kHoldsRuns && kColumns == 1 ? 1 : share_.columns; }

  __device__ Place after(const Place& at) const {
    const int column = at.column + kColumns;
    if (!kHoldsRuns && column < columns())
      return {at.run, at.row, column, at.bytes + kColumns * share_.column_step};
    return {at.run + kRows * share_.run_step, at.row + kRows, 0, 0};
  }

  __device__ void load(Held& held, const Place& at) const {
    for_each(
        at, source_, [&](std::int64_t run) { return pattern_.source_offset(run); },
        [&](int slot, const char* from) {
          held.chunk[slot] = *reinterpret_cast<const Chunk<kWidth>*>(from);
        });
  }
  __device__ void store(const Held& held, const Place& at) const {
    for_each(
        at, destination_, [&](std::int64_t run) { return pattern_.destination_offset(run); },
        [&](int slot, char* to) { *reinterpret_cast<Chunk<kWidth>*>(to) = held.chunk[slot]; });
  }

  // Calls f(slot, address) for each chunk of a batch; slot is a constant after unrolling, without
  // which the registers would be memory. A batch that is whole for all threads has no conditions
  // inside, so that its accesses stand together.
  template <typename Byte, typename Offset, typename F>
  __device__ void for_each(const Place& at, Byte* base, Offset&& offset, F&& f) const {
    base += at.bytes;
    const bool is_whole =
        at.row <= last_whole_row_ && (kHoldsRuns || at.column <= last_whole_column_);
    if (is_whole) {
#pragma unroll
      for (int row = 0; row < kRows; ++row) {
        Byte* place = base + offset(at.run + row * share_.run_step);
#pragma unroll
        for (int column = 0; column < kColumns; ++column)
          f(row * kColumns + column, place + column * share_.column_step);
      }
      return;
    }
#pragma unroll
    for (int row = 0; row < kRows; ++row) {
      if (at.row + row >= share_.rows) continue;
      Byte* place = base + offset(at.run + row * share_.run_step);
#pragma unroll
      for (int column = 0; column < kColumns; ++column) {
        if (at.column + column < columns())
          f(row * kColumns + column, place + column * share_.column_step);
      }
    }
  }

  const P& pattern_;
  const char* source_;
  char* destination_;
  const Share& share_;
  int last_whole_row_, last_whole_column_;  ///< where a batch that is whole for all may begin
};

/// Copies the chunks of a transfer through registers: up to `kLoads` loads (a power of two) are in
/// flight per thread before the first of them is stored. Calls `before_first_store()` once, when
/// the first loads have been issued. Cost: one load and one store per chunk.
template <unsigned kWidth, unsigned kLoads, RunPattern P, typename Before>
__device__ void copy_chunks(const P& pattern, const char* source, char* destination, const Cut& cut,
                            Lane lane, Before&& before_first_store) {
  const Share share(pattern.runs(), cut.chunks, cut.width, lane);
  const auto carry = [&]<int kRows, int kColumns, bool kHoldsRuns>() {
    Batches<kWidth, kRows, kColumns, kHoldsRuns, P>(pattern, source + cut.head,
                                                    destination + cut.head, share)
        .carry(before_first_store);
  };
  constexpr int kMost = kLoads;
  if (share.most_columns <= 1) {
    carry.template operator()<kMost, 1, true>();
  } else if (kMost >= 4 && share.most_columns == 2 && pattern.runs() != 1) {
    carry.template operator()<(kMost >= 4 ? kMost / 2 : 1), 2, true>();
  } else {
    carry.template operator()<1, kMost, false>();
  }
}

/// Copies the bytes before and after the chunks of each run, at most 30 of a run.
template <RunPattern P>
__device__ void copy_edges(const P& pattern, const char* source, char* destination, const Cut& cut,
                           Lane lane) {
  const unsigned edge = cut.head + cut.tail;
  if (edge == 0) return;
  const unsigned runs = pattern.runs(), body = cut.chunks * cut.width;
  for (unsigned i = lane.rank; i < runs * edge; i += lane.count) {
    const unsigned run = i / edge, byte = i % edge;
    const unsigned at = byte < cut.head ? byte : byte + body;
    destination[pattern.destination_offset(run) + at] = source[pattern.source_offset(run) + at];
  }
}

/// Calls f with `width` as a fixed value.
template <typename F>
__device__ void with_width(unsigned width, F&& f) {
  switch (width) {
    case 16:
      return f(fixed<16u>);
    case 8:
      return f(fixed<8u>);
    case 4:
      return f(fixed<4u>);
    default:
      return f(fixed<1u>);
  }
}

/// The whole transfer through registers, heads and tails included.
template <unsigned kLoads, RunPattern P, typename Before>
__device__ void copy(const P& pattern, const char* source, char* destination, Lane lane,
                     Before&& before_first_store) {
  const Cut pieces = cut(pattern, source, destination);
  if constexpr (P::kAlignment != 0) {
    copy_chunks<P::kAlignment, kLoads>(pattern, source, destination, pieces, lane,
                                       before_first_store);
  } else {
    with_width(pieces.width, [&](auto width) {
      copy_chunks<decltype(width)::value, kLoads>(pattern, source, destination, pieces, lane,
                                                  before_first_store);
    });
    copy_edges(pattern, source, destination, pieces, lane);
  }
}

}  // namespace warpscope::dma::lanes
