// What a transfer is, without how it is done: runs of bytes.
#pragma once

#include <concepts>
#include <cstdint>

#include "kernels/dma/value.cuh"

namespace warpscope::dma {

/// A transfer of `runs()` runs of `run_bytes()` contiguous bytes each. Run i goes from the source
/// pointer + source_offset(i) to the destination pointer + destination_offset(i), in bytes, 64 bits
/// wide; i is as wide, so that the compiler takes sums apart. `offset_bits()` is the or of all
/// offsets, or something with at least its lowest bits: it says how much alignment the runs keep.
/// `kAlignment` is a promise (value.cuh), 0 for none. Sequential, Strided, Tile, Transpose, Gather
/// and Scatter are such types; so may yours be.
template <typename P>
concept RunPattern = requires(const P& pattern, std::int64_t run) {
  { pattern.runs() } -> std::convertible_to<unsigned>;
  { pattern.run_bytes() } -> std::convertible_to<unsigned>;
  { pattern.source_offset(run) } -> std::convertible_to<std::int64_t>;
  { pattern.destination_offset(run) } -> std::convertible_to<std::int64_t>;
  { pattern.offset_bits() } -> std::convertible_to<std::int64_t>;
  { P::kAlignment } -> std::convertible_to<int>;
};

/// A transfer within another one, whose pointers these bytes are counted from.
template <RunPattern P>
struct Part {
  P pattern;
  std::int64_t source_offset, destination_offset;
};

/// Takes any parts; for the concepts below.
struct AnyParts {
  template <typename... P>
  __device__ void operator()(const Part<P>&...) const {}
};

/// A transfer that consists of several run patterns. `for_each_part(f)` calls f(part) for each.
template <typename P>
concept PatternOfParts = requires(const P& pattern, const AnyParts& f) {
  pattern.for_each_part(f);
};

/// One that knows how threads share its bytes best: `with_parts_for_threads(f)` calls f(parts …)
/// once, the largest part first. All have a promise of alignment.
template <typename P>
concept PatternOfPartsForThreads = PatternOfParts<P> &&
    requires(const P& pattern, const AnyParts& f) {
  pattern.with_parts_for_threads(f);
};

/// How the runs of a transfer are cut: `head` bytes, `chunks` chunks of `width` bytes, `tail`
/// bytes. The same for all runs. Source and destination of a chunk are multiples of `width`.
struct Cut {
  unsigned width;  ///< 1, 4, 8 or 16
  unsigned head, chunks, tail;
};

/// The widest cut that pointers and offsets allow. Pointers whose distance is a multiple of 16
/// get chunks of 16 bytes whatever their phase is; choose the buffer's phase so
/// (see buffer_at_phase_of).
template <RunPattern P>
__device__ Cut cut(const P& pattern, const void* source, const void* destination) {
  const auto bytes = static_cast<unsigned>(pattern.run_bytes());
  if constexpr (P::kAlignment != 0) {
    constexpr unsigned width = P::kAlignment;
    return {width, 0, bytes / width, 0};
  } else {
    const auto from = reinterpret_cast<std::uintptr_t>(source);
    const auto to = reinterpret_cast<std::uintptr_t>(destination);
    const auto differ = static_cast<std::uint64_t>(from - to) |
                        static_cast<std::uint64_t>(pattern.offset_bits()) | 16u;
    unsigned width = static_cast<unsigned>(differ & (~differ + 1));
    while (width > 1 && width > bytes) width /= 2;
    if (width == 2) width = 1;
    unsigned head = static_cast<unsigned>(~to + 1) & (width - 1);
    if (head > bytes) head = bytes;
    const unsigned rest = bytes - head;
    return {width, head, rest / width, rest % width};
  }
}

/// The address in `buffer` (aligned to 16 bytes, with 15 bytes to spare) that has the phase of
/// `other`, so that a transfer between the two is as wide as it can be.
template <typename T>
__device__ T* buffer_at_phase_of(void* buffer, const T* other) {
  return reinterpret_cast<T*>(static_cast<char*>(buffer) +
                              (reinterpret_cast<std::uintptr_t>(other) & 15u));
}

}  // namespace warpscope::dma
