// Which lines a cache holds, and since when each part of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vgpu/timing/clock/ticks.h"

namespace warpscope::timing {

inline constexpr std::uint64_t kLineBytes = 128, kSectorBytes = 32;
inline constexpr std::size_t kLineSectors = kLineBytes / kSectorBytes;

/// Lines of 128 bytes in sets; of a set the line that was used longest ago makes room. A line has
/// `Parts` parts, each with the time at which its data are there.
template <std::size_t Parts>
class LineCache {
 public:
  struct Line {
    std::uint64_t number = kNone;
    std::array<Ticks, Parts> there{};  ///< kNever: not asked for
    std::uint64_t used = 0;
    std::uint8_t dirty = 0;  ///< a bit per part
  };
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  LineCache(std::uint64_t lines, std::size_t ways)
      : ways_(ways),
        sets_(static_cast<std::size_t>(std::max<std::uint64_t>(1, lines / ways))),
        lines_(ways_ * sets_) {}

  /// nullptr: it is not there.
  Line* find(std::uint64_t number) {
    Line* set = set_of(number);
    for (std::size_t way = 0; way < ways_; ++way) {
      if (set[way].number != number) continue;
      set[way].used = ++uses_;
      return &set[way];
    }
    return nullptr;
  }
  /// Makes room for a line that is not there. `drop` is called with the line that goes.
  template <class Drop>
  Line& allocate(std::uint64_t number, Drop&& drop) {
    Line* set = set_of(number);
    Line* oldest = set;
    for (std::size_t way = 1; way < ways_; ++way) {
      if (set[way].used < oldest->used) oldest = &set[way];
    }
    if (oldest->number != kNone) drop(*oldest);
    oldest->number = number;
    oldest->there.fill(kNever);
    oldest->used = ++uses_;
    oldest->dirty = 0;
    return *oldest;
  }

 private:
  Line* set_of(std::uint64_t number) {
    std::uint64_t hash = number * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 32;
    return &lines_[static_cast<std::size_t>(hash % sets_) * ways_];
  }

  std::size_t ways_, sets_;
  std::vector<Line> lines_;
  std::uint64_t uses_ = 0;
};

}  // namespace warpscope::timing
