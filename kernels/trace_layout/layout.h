// How phase marks lie in a program's memory. The device writes them (trace/marks.cuh); the program
// (trace/collect.cuh) and the virtual GPU read them. Plain C++ in a folder of its own, which
// includes nothing of ours: the virtual GPU includes this folder and no other of kernels/.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::trace {

/// One phase of one warp, as it lies in the buffer.
struct Mark {
  std::uint64_t warp_start_ns;  ///< %globaltimer when the warp made its trace::Warp
  std::uint64_t begin_cycles;   ///< %clock64 from then to the phase's begin
  std::uint64_t end_cycles;     ///< and to its end
  std::uint32_t block;          ///< linear index in the grid
  std::uint32_t sm;             ///< %smid
  std::uint16_t warp;           ///< in the block
  std::uint16_t phase;          ///< the program's own number
  std::uint32_t is_written;     ///< is_fresh or is_recorded; collecting makes it 0
};
static_assert(sizeof(Mark) == 40);

inline constexpr std::uint32_t is_fresh = 1;     ///< as the warp left it
inline constexpr std::uint32_t is_recorded = 2;  ///< the virtual GPU's run record holds it too

inline constexpr std::uint32_t capacity = 32768;  ///< marks of a launch, over all its warps
inline constexpr std::size_t most_recorded_phases = 4096;  ///< of a launch, in a run record
inline constexpr std::size_t most_names = 32;              ///< phases that can have a name
inline constexpr std::size_t name_bytes = 32;  ///< of a name, with the zero that ends it

/// Marks that found no place are counted, not kept.
struct Buffer {
  Mark mark[capacity];
  std::uint32_t dropped;
  char name[most_names][name_bytes];  ///< of the phases by number, UTF-8; empty when there is none
};
/// What collecting empties: all but the names.
inline constexpr std::size_t bytes_of_marks = offsetof(Buffer, name);

}  // namespace warpscope::trace
