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

/// The chunks that one thread carries, one after the other. Neighbouring threads carry
/// neighbouring chunks, so that global accesses coalesce and shared ones meet different banks. A
/// short run gets as many threads as it has chunks (a power of two), a long one a warp; when there
/// are fewer runs than warps, several, and a single run all. (CudaDMA's "split", "full" and "big".)
template <RunPattern P>
class Walk {
 public:
  __device__ Walk(const P& pattern, const char* source, char* destination, const Cut& cut,
                  Lane lane)
      : pattern_(pattern),
        source_(source + cut.head),
        destination_(destination + cut.head),
        run_bytes_(cut.chunks * cut.width) {
    const unsigned runs = pattern.runs();
    const unsigned together = threads_of_run(runs, cut.chunks, lane.count);
    groups_ = lane.count / together;
    run_ = lane.rank / together;
    const unsigned first = lane.rank - run_ * together;
    at_ = first_ = first * cut.width;
    step_ = together * cut.width;
    const Shared chunks(cut.chunks, together), rounds(runs, groups_);
    left_ = chunks.of(first) * rounds.of(run_);
    least_ = chunks.least * rounds.least;
    most_ = chunks.most * rounds.most;
  }

  /// The numbers of chunks of the threads that have least and most: the same for all threads.
  __device__ unsigned least() const { return least_; }
  __device__ unsigned most() const { return most_; }
  /// The number of chunks that are left.
  __device__ unsigned left() const { return left_; }
  __device__ const char* from() const { return source_ + pattern_.source_offset(run_) + at_; }
  __device__ char* to() const { return destination_ + pattern_.destination_offset(run_) + at_; }
  /// Goes to the next chunk. Without branches, so that several steps can be in flight.
  __device__ void next() {
    --left_;
    at_ += step_;
    const bool is_new_run = at_ >= run_bytes_;
    at_ = is_new_run ? first_ : at_;
    run_ += is_new_run ? groups_ : 0;
  }

 private:
  /// `count` things shared by `among`, who take them in turn.
  struct Shared {
    unsigned least, most, with_most;
    __device__ Shared(unsigned count, unsigned among)
        : least(count / among),
          most((count + among - 1) / among),
          with_most(count - least * among) {}
    __device__ unsigned of(unsigned number) const { return least + (number < with_most ? 1 : 0); }
  };

  __device__ static unsigned threads_of_run(unsigned runs, unsigned chunks, unsigned threads) {
    if (runs == 1) return threads;
    if (chunks < kWarp) return chunks <= 1 ? 1 : 1u << (32 - __clz(static_cast<int>(chunks - 1)));
    const unsigned warps = threads / kWarp;
    if (runs >= warps) return kWarp;
    // As many warps as a run has work for and as there are for each, and that leave none over.
    unsigned together = runs == 0 ? 1 : warps / runs;
    if (together > (chunks + kWarp - 1) / kWarp) together = (chunks + kWarp - 1) / kWarp;
    while (warps % together != 0) --together;
    return together * kWarp;
  }

  const P& pattern_;
  const char* source_;
  char* destination_;
  unsigned run_bytes_, groups_, run_, first_, step_, at_, left_, least_, most_;
};

/// How many chunks a thread has, and the threads that have least and most.
struct Counts {
  unsigned mine, least, most;
};

/// Calls f(register) for the chunks `done` … `done + kTogether - 1`, without a condition where
/// every thread has all of them, so that the calls stand together. What is indexed with the
/// register is in registers only while kFirst is a constant, hence the templates.
template <unsigned kFirst, unsigned kTogether, typename F>
__device__ void for_each_of_group(unsigned done, const Counts& counts, F&& f) {
  if (done + kTogether <= counts.least) {
#pragma unroll
    for (unsigned i = 0; i < kTogether; ++i) f(kFirst + i);
  } else {
#pragma unroll
    for (unsigned i = 0; i < kTogether; ++i) {
      if (done + i < counts.mine) f(kFirst + i);
    }
  }
}

/// The same for `count` chunks, fewer than 2 * kTogether, by powers of two.
template <unsigned kFirst, unsigned kTogether, typename F>
__device__ void for_each_of_few(unsigned count, unsigned done, const Counts& counts, F&& f) {
  if constexpr (kTogether != 0) {
    if ((count & kTogether) != 0) {
      for_each_of_group<kFirst, kTogether>(done, counts, f);
      done += kTogether;
    }
    for_each_of_few<kFirst + kTogether, kTogether / 2>(count, done, counts, f);
  }
}

/// The same for a batch: the chunks from `done` on, of which kLoads fit. All threads take the same
/// way.
template <unsigned kLoads, typename F>
__device__ void for_each_held(unsigned done, const Counts& counts, F&& f) {
  const unsigned count = counts.most - done;
  if (count >= kLoads) {
    for_each_of_group<0, kLoads>(done, counts, f);
  } else {
    for_each_of_few<0, kLoads / 2>(count, done, counts, f);
  }
}

/// Copies the chunks of a transfer through registers: up to `kLoads` loads (a power of two) are in
/// flight per thread before the first of them is stored. Calls `before_first_store()` once, when
/// the first loads have been issued. Cost: one load and one store per chunk.
template <unsigned kWidth, unsigned kLoads, RunPattern P, typename Before>
__device__ void copy_chunks(const P& pattern, const char* source, char* destination, const Cut& cut,
                            Lane lane, Before&& before_first_store) {
  Walk<P> loads(pattern, source, destination, cut, lane);
  Walk<P> stores = loads;
  const Counts counts{loads.left(), loads.least(), loads.most()};
  unsigned done = 0;
  do {
    Chunk<kWidth> held[kLoads];
    for_each_held<kLoads>(done, counts, [&](unsigned i) {
      held[i] = *reinterpret_cast<const Chunk<kWidth>*>(loads.from());
      loads.next();
    });
    if (done == 0) before_first_store();
    for_each_held<kLoads>(done, counts, [&](unsigned i) {
      *reinterpret_cast<Chunk<kWidth>*>(stores.to()) = held[i];
      stores.next();
    });
    done += kLoads;
  } while (done < counts.most);
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
