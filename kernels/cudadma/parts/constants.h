// What is refused at compile time of an object's template arguments.
#pragma once

namespace cudadma {

inline constexpr int kMostThreads =
    1024;  // of a block: CUDA C++ Programming Guide, compute capabilities

/// The template arguments of an object; 0 where the constructor takes a number instead. `BYTES`: of
/// an element, which is a multiple of `FACTOR`. Instantiated for its assertions.
template <bool DO_SYNC, int FACTOR, int BYTES, int THREADS, int COUNT = 0>
struct Constants {
  static_assert(BYTES >= 0 && COUNT >= 0 && THREADS >= 0,
                "Sizes and numbers of elements and threads are not negative.");
  static_assert(FACTOR != 4 || BYTES % 4 == 0,
                "The size of a transfer or element is a multiple of 4 bytes: pad it, or let the "
                "compute threads move the rest.");
  static_assert(FACTOR == 4 || BYTES % FACTOR == 0,
                "The size of an element that an index names is a multiple of ALIGNMENT, for every "
                "element begins where the one before it ends: take a smaller ALIGNMENT or pad.");
  static_assert(!DO_SYNC || THREADS % 32 == 0,
                "DMA_THREADS is a multiple of 32: a warp is a DMA warp or it is not.");
  static_assert(THREADS <= kMostThreads, "A block has 1024 threads at most.");
  static constexpr bool kAreRight = true;
};

}  // namespace cudadma
