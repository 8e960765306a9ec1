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
/// are fewer runs than warps, all threads carry each run together. (CudaDMA's "split", "full"
/// and "big".)
template <RunPattern P>
class Walk {
 public:
  __device__ Walk(const P& pattern, const char* source, char* destination, const Cut& cut,
                  Lane lane)
      : pattern_(pattern),
        source_(source + cut.head),
        destination_(destination + cut.head),
        runs_(pattern.runs()),
        run_bytes_(cut.chunks * cut.width),
        width_(cut.width) {
    const unsigned together = threads_of_run(cut.chunks, lane.count);
    groups_ = lane.count / together;
    run_ = lane.rank / together;
    first_ = (lane.rank - run_ * together) * cut.width;
    step_ = together * cut.width;
    if (first_ >= run_bytes_) run_ = runs_;
    begin_run();
  }

  __device__ bool has_more() const { return run_ < runs_; }
  __device__ const char* from() const { return from_ + at_; }
  __device__ char* to() const { return to_ + at_; }
  __device__ void next() {
    at_ += step_;
    if (at_ < run_bytes_) return;
    run_ += groups_;
    begin_run();
  }

 private:
  __device__ unsigned threads_of_run(unsigned chunks, unsigned threads) const {
    if (runs_ == 1) return threads;
    if (chunks < kWarp) return chunks <= 1 ? 1 : 1u << (32 - __clz(static_cast<int>(chunks - 1)));
    return runs_ >= threads / kWarp ? kWarp : threads;
  }

  __device__ void begin_run() {
    at_ = first_;
    if (run_ >= runs_) return;
    from_ = source_ + pattern_.source_offset(run_);
    to_ = destination_ + pattern_.destination_offset(run_);
  }

  const P& pattern_;
  const char* source_;
  char* destination_;
  const char* from_ = nullptr;
  char* to_ = nullptr;
  unsigned runs_, run_bytes_, width_, groups_, run_, first_, step_, at_ = 0;
};

/// Copies the chunks of a transfer through registers: up to `kLoads` loads are in flight per thread
/// before the first of them is stored. Calls `before_first_store()` once, when the first loads have
/// been issued. Cost: one load and one store per chunk.
template <unsigned kWidth, int kLoads, RunPattern P, typename Before>
__device__ void copy_chunks(const P& pattern, const char* source, char* destination, const Cut& cut,
                            Lane lane, Before&& before_first_store) {
  Walk<P> walk(pattern, source, destination, cut, lane);
  bool is_first = true;
  do {
    Chunk<kWidth> held[kLoads];
    const char* from[kLoads];
    char* to[kLoads];
#pragma unroll
    for (int i = 0; i < kLoads; ++i) {
      from[i] = nullptr;
      if (!walk.has_more()) continue;
      from[i] = walk.from();
      to[i] = walk.to();
      walk.next();
    }
#pragma unroll
    for (int i = 0; i < kLoads; ++i) {
      if (from[i] != nullptr) held[i] = *reinterpret_cast<const Chunk<kWidth>*>(from[i]);
    }
    if (is_first) before_first_store();
    is_first = false;
#pragma unroll
    for (int i = 0; i < kLoads; ++i) {
      if (from[i] != nullptr) *reinterpret_cast<Chunk<kWidth>*>(to[i]) = held[i];
    }
  } while (walk.has_more());
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
template <int kLoads, RunPattern P, typename Before>
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
