// What a launch did to global memory, for those who compare it with other work.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/launch/source_line.h"

namespace warpscope::exec {

/// Which source lines of a kernel wrote to global memory, byte by byte: of each byte the one that
/// wrote it last.
struct LastWrites {
  struct Run {
    std::uint64_t begin = 0, end = 0;  ///< addresses
    std::uint32_t line = 0;            ///< index in `lines`; kUnknown: which one is not known
    static constexpr std::uint32_t kUnknown = ~0u;
  };
  /// What was written of an allocation, by address.
  struct Part {
    std::uint64_t address = 0;  ///< of the allocation
    std::vector<Run> runs;
    bool is_whole = true;  ///< false: there are too many runs, and none is in the list
  };
  std::vector<SourceLine> lines;
  std::vector<Part> parts;  ///< of allocations that were written
  /// False: not all accesses have been looked at, or some of them could not be kept. Then nothing
  /// is in the lists.
  bool is_whole = false;
};

struct LaunchFootprint {
  /// Bytes that were all used in the same way.
  struct Span {
    std::uint64_t begin = 0, end = 0;  ///< addresses
    bool is_write = false;
    bool is_strong = false;  ///< by atomics, or by accesses that are made to be raced with
  };
  /// An allocation that is partly unwritten when the launch has ended.
  struct Stored {
    std::uint64_t address = 0;       ///< of the allocation
    std::uint64_t writers = 0;       ///< threads whose stores are still there
    bool is_of_one_block = false;    ///< all of them
    std::uint32_t widest_bytes = 0;  ///< of a store
  };
  /// Elements that a kernel's guard lets pass and for which there was no thread.
  struct Left {
    std::uint64_t begin = 0, end = 0;      ///< addresses
    std::uint64_t threads = 0, bound = 0;  ///< elements have numbers below `bound`
  };
  std::vector<Left> left;
  std::vector<Span> spans;  ///< by address; too many are left out
  bool is_whole = true;     ///< none is, and all accesses have been looked at
  std::vector<Stored> stored;
  LastWrites last_writes;
};

}  // namespace warpscope::exec
