// Remembers, per memory operation, the allocation that it touched last.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::exec {

struct AccessCache {
  std::uint64_t begin = 1, end = 0;  ///< device addresses [begin, end); empty at first
  std::byte* host = nullptr;         ///< host address of `begin`
  std::uint64_t* read_sectors =
      nullptr;  ///< footprint bitmaps of the allocation, one bit per 32-byte sector
  std::uint64_t* written_sectors = nullptr;
  std::uint64_t last_offset = 0;  ///< of the last contiguous access, to guess the next one
};

}  // namespace warpscope::exec
