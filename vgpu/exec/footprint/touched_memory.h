// Which sectors of global memory a launch read and wrote, for those who follow where data goes.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace warpscope::exec {

struct TouchedMemory {
  /// Of one allocation. A bit for each 32-byte sector, the lowest of the first word first, from the
  /// address that is a multiple of 64 and at most 63 bytes before the allocation's.
  struct Part {
    std::uint64_t address = 0;  ///< of the allocation
    std::vector<std::uint64_t> read, written;
    bool has_atomics = false;  ///< some of what is written was updated where it was
  };
  std::map<std::uint64_t, Part> parts;  ///< by memory::Allocation::id
};

}  // namespace warpscope::exec
