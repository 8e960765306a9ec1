// How allocations lie in a device's range.
#pragma once

#include <unistd.h>

#include <cstdint>

namespace warpscope::memory {

inline constexpr std::uint64_t kAlignmentBytes = 256;
inline constexpr std::uint64_t kRedZoneBytes = 256;

inline std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

inline std::uint64_t page_bytes() {
  static const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// Whole pages, so that a release can give them back and forbid them.
inline std::uint64_t footprint_of(std::uint64_t size_bytes) {
  return round_up(size_bytes + kRedZoneBytes, page_bytes());
}

}  // namespace warpscope::memory
