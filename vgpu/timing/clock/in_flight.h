// How many bytes were under way, over time.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/timing/clock/ticks.h"

namespace warpscope::timing {

/// At most 256 intervals of a launch, whose length is not known before: they get longer.
class InFlight {
 public:
  static constexpr std::size_t kMostIntervals = 256;
  InFlight();
  /// So many bytes were under way in that time. `from` and `to` in any order of calls.
  void add(Ticks from, Ticks to, std::uint64_t bytes);
  struct Curve {
    std::uint64_t interval_cycles = 0;
    std::vector<std::uint64_t> bytes;  ///< on average, by interval
  };
  /// Of the launch's first cycles, all of them; the last interval may be longer than they are.
  Curve curve(std::uint64_t cycles);

 private:
  /// From the beginning of an interval on there are more or less, and within it for a part of it.
  struct Interval {
    std::int64_t level = 0, byte_ticks = 0;
  };
  void change(Ticks at, std::int64_t bytes);
  void widen();

  Ticks width_;
  std::vector<Interval> intervals_;
};

}  // namespace warpscope::timing
