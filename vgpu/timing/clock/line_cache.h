// Which lines a cache holds, and since when each part of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vgpu/counting/hardware_sizes.h"
#include "vgpu/timing/clock/ticks.h"

namespace warpscope::timing {

using exec::kLineBytes;
using exec::kSectorBytes;
inline constexpr std::size_t kLineSectors = kLineBytes / kSectorBytes;

/// Lines of 128 bytes in sets, which fill up from the front; then, of a set, the line that was used
/// longest ago makes room. A line has `Parts` parts, each with the time at which its data are
/// there.
template <std::size_t Parts>
class LineCache {
 public:
  struct Line {
    std::array<Ticks, Parts> there{};  ///< kNever: not asked for
    std::uint8_t dirty = 0;            ///< a bit per part
  };

  LineCache(std::uint64_t lines, std::size_t ways)
      : ways_(ways),
        sets_(static_cast<std::size_t>(std::max<std::uint64_t>(1, lines / ways))),
        numbers_(ways_ * sets_, kNone),
        used_(ways_ * sets_),
        lines_(ways_ * sets_) {}

  /// nullptr: it is not there.
  Line* find(std::uint64_t number) {
    const std::size_t first = set_of(number);
    for (std::size_t at = first; at < first + ways_ && numbers_[at] != kNone; ++at) {
      if (numbers_[at] != number) continue;
      used_[at] = ++uses_;
      return &lines_[at];
    }
    return nullptr;
  }
  /// Makes room for a line that is not there.
  Line& allocate(std::uint64_t number) {
    const std::size_t first = set_of(number);
    std::size_t at = first;
    for (std::size_t i = first; i < first + ways_; ++i) {
      if (numbers_[i] == kNone) {
        at = i;
        break;
      }
      if (used_[i] < used_[at]) at = i;
    }
    numbers_[at] = number;
    used_[at] = ++uses_;
    lines_[at].there.fill(kNever);
    lines_[at].dirty = 0;
    return lines_[at];
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  /// Where the set of a line begins: neighbours have sets of their own (bench/calibrate/caches.cu:
  /// 96 KB of an L1 stay), and no stride keeps to a few sets.
  std::size_t set_of(std::uint64_t number) const {
    std::uint64_t hash = number / sets_ * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 32;
    return static_cast<std::size_t>((number + hash) % sets_) * ways_;
  }

  std::size_t ways_, sets_;
  std::vector<std::uint64_t> numbers_, used_;
  std::vector<Line> lines_;
  std::uint64_t uses_ = 0;
};

}  // namespace warpscope::timing
