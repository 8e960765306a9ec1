// What a launch did to global memory, for those who compare it with other work.
#pragma once

#include <cstdint>
#include <vector>

namespace warpscope::exec {

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
    std::uint32_t widest_bytes = 0;  ///< of a store
  };
  std::vector<Span> spans;  ///< by address; too many are left out
  bool is_whole = true;     ///< none is, and all accesses have been looked at
  std::vector<Stored> stored;
};

}  // namespace warpscope::exec
