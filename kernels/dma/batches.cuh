// Copies through registers: how many loads of a thread stand before its first store.
#pragma once

#include "kernels/dma/lanes.cuh"

namespace warpscope::dma::lanes {

/// One thread's copies through registers in batches of kLoads chunks, which are all loaded before
/// the first of them is stored. A thread's chunks are numbered through its runs (Share), so that
/// there is one kind of batch for short and long runs: each kind would have registers of its own
/// where sizes are not constants, and registers cost blocks.
template <unsigned kWidth, int kLoads, RunPattern P>
class Batches {
 public:
  __device__ Batches(const P& pattern, const char* source, char* destination, const Share& share)
      : pattern_(pattern),
        source_(source),
        destination_(destination),
        share_(share),
        last_whole_(share.whole - kLoads),
        end_(share.numbers <= kLoads ? kLoads : (share.numbers + kLoads - 1) & -kLoads) {}

  /// Calls `before_first_store()` once, when the first batch's loads have been issued.
  template <typename Before>
  __device__ void carry(Before&& before_first_store) const {
    int done = 0;
    do {
      Chunk<kWidth> held[kLoads];
      for_each<kLooksUpFirst>(
          done, source_, [&](std::int64_t run) { return pattern_.source_offset(run); },
          [&](int slot, const char* from) {
            held[slot] = *reinterpret_cast<const Chunk<kWidth>*>(from);
          });
      if (done == 0) before_first_store();
      for_each<false>(
          done, destination_, [&](std::int64_t run) { return pattern_.destination_offset(run); },
          [&](int slot, char* to) { *reinterpret_cast<Chunk<kWidth>*>(to) = held[slot]; });
      done += kLoads;
    } while (done != end_);
  }

 private:
  // Whether a batch that is not whole finds all addresses before its first load. Else each load has
  // a branch of its own, behind which the next index is read: that waits for memory every time. Few
  // loads do not pay for the instructions.
  static constexpr bool kLooksUpFirst = kLoads > 4;

  static constexpr bool kIsOneRun = requires { requires P::kIsOneRun; };

  __device__ int column(int number) const {
    return kIsOneRun ? number : number & ((1 << share_.shift) - 1);
  }

  // Calls f(slot, address) for each chunk of a batch; slot is a constant after unrolling, without
  // which the registers would be memory. A batch that is whole for all threads has no conditions
  // inside, so that its accesses stand together.
  template <bool kFindsAllFirst, typename Byte, typename Offset, typename F>
  __device__ void for_each(int done, Byte* base, Offset&& offset_of, F&& f) const {
    const auto offset = [&](int number) {
      const std::int64_t row = kIsOneRun ? 0 : number >> share_.shift;
      return offset_of(share_.run + row * share_.run_step) +
             (column(number) * share_.column_step + share_.first);
    };
    if constexpr (kIsOneRun) {
      Byte* at = base + offset(done);
      if (done <= last_whole_) [[likely]] {
#pragma unroll
        for (int slot = 0; slot < kLoads; ++slot, at += share_.column_step) f(slot, at);
        return;
      }
#pragma unroll
      for (int slot = 0; slot < kLoads; ++slot, at += share_.column_step) {
        if (done + slot < share_.numbers) f(slot, at);
      }
      return;
    }
    if (done <= last_whole_) [[likely]] {
#pragma unroll
      for (int slot = 0; slot < kLoads; ++slot) f(slot, base + offset(done + slot));
      return;
    }
    const int last = share_.numbers - 1;
    const auto is_mine = [&](int number) {
      return number <= last && column(number) < share_.columns;
    };
    if constexpr (kFindsAllFirst) {
      if (share_.numbers == 0) return;
      const auto for_mine = [&](int slot) {
        const int number = done + slot;
        std::int64_t at = offset(number < last ? number : last);
        asm volatile("" : "+l"(at));  // so that nothing of it goes behind the branch
        if (is_mine(number)) f(slot, base + at);
      };
      constexpr int kHalf = kLoads / 2;
#pragma unroll
      for (int slot = 0; slot < kHalf; ++slot) for_mine(slot);
      if (done + kHalf > last) return;
#pragma unroll
      for (int slot = kHalf; slot < kLoads; ++slot) for_mine(slot);
    } else {
#pragma unroll
      for (int slot = 0; slot < kLoads; ++slot) {
        if (is_mine(done + slot)) f(slot, base + offset(done + slot));
      }
    }
  }

  const P& pattern_;
  const char* source_;
  char* destination_;
  const Share& share_;
  int last_whole_, end_;  ///< where a batch that is whole for all may begin, and where none does
};

/// Copies the chunks of a transfer through registers: up to `kLoads` loads (a power of two) are in
/// flight per thread before the first of them is stored. Calls `before_first_store()` once, when
/// the first loads have been issued. Cost: one load and one store per chunk.
template <unsigned kWidth, unsigned kLoads, RunPattern P, typename Before>
__device__ void copy_chunks(const P& pattern, const char* source, char* destination, const Cut& cut,
                            Lane lane, Before&& before_first_store) {
  const Share share(pattern.runs(), cut.chunks, cut.width, lane);
  // Narrow chunks take few registers, so that at least eight of them are held.
  constexpr int kHeld = kWidth <= 4 && kLoads < 8 ? 8 : static_cast<int>(kLoads);
  Batches<kWidth, kHeld, P>(pattern, source + cut.head, destination + cut.head, share)
      .carry(before_first_store);
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

/// One, two or three transfers through registers as one: the first batches of all are loaded before
/// anything is stored. Parts after the first, which are small, have a quarter of the loads. (Not
/// one function for any number: a function inlined into itself hides the user's line.)
template <unsigned kLoads, RunPattern P, typename Before>
__device__ void copy_parts(const char* source, char* destination, Lane lane,
                           Before&& before_first_store, const Part<P>& part) {
  // The callback is in the code once for every width.
  static_assert(P::kAlignment != 0, "Parts are carried as one where their alignment is promised.");
  copy<kLoads>(part.pattern, source + part.source_offset, destination + part.destination_offset,
               lane, before_first_store);
}
template <unsigned kLoads, RunPattern P, RunPattern Q, typename Before>
__device__ void copy_parts(const char* source, char* destination, Lane lane,
                           Before&& before_first_store, const Part<P>& first,
                           const Part<Q>& second) {
  constexpr unsigned kLoadsOfSecond = kLoads >= 8 ? kLoads / 4 : 1;
  const auto carry_second = [&] {
    copy_parts<kLoadsOfSecond>(source, destination, lane, before_first_store, second);
  };
  copy_parts<kLoads>(source, destination, lane, carry_second, first);
}
template <unsigned kLoads, RunPattern P, RunPattern Q, RunPattern R, typename Before>
__device__ void copy_parts(const char* source, char* destination, Lane lane,
                           Before&& before_first_store, const Part<P>& first, const Part<Q>& second,
                           const Part<R>& third) {
  constexpr unsigned kLoadsOfThird = kLoads >= 8 ? kLoads / 4 : 1;
  const auto carry_third = [&] {
    copy_parts<kLoadsOfThird>(source, destination, lane, before_first_store, third);
  };
  copy_parts<kLoads>(source, destination, lane, carry_third, first, second);
}

}  // namespace warpscope::dma::lanes
