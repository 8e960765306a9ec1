#include "vgpu/timing/clock/in_flight.h"

#include <algorithm>

namespace warpscope::timing {
namespace {

constexpr Ticks kFirstWidth = 32 * kTicksPerCycle;

}  // namespace

// One more, where what begins in the last interval goes on.
InFlight::InFlight() : width_(kFirstWidth), intervals_(kMostIntervals + 1) {}

void InFlight::widen() {
  std::vector<Interval> wide(intervals_.size());
  for (std::size_t i = 0; i < intervals_.size(); ++i) {
    const Interval& interval = intervals_[i];
    wide[i / 2].byte_ticks += interval.byte_ticks;
    if (i % 2 == 0) {
      wide[i / 2].level += interval.level;
    } else {  // it begins in the middle of the new one
      wide[i / 2].byte_ticks += interval.level * static_cast<std::int64_t>(width_);
      wide[i / 2 + 1].level += interval.level;
    }
  }
  intervals_ = std::move(wide);
  width_ *= 2;
}

void InFlight::change(Ticks at, std::int64_t bytes) {
  while (at / width_ >= kMostIntervals) widen();
  const auto place = static_cast<std::size_t>(at / width_);
  intervals_[place].byte_ticks += bytes * static_cast<std::int64_t>((place + 1) * width_ - at);
  intervals_[place + 1].level += bytes;
}

void InFlight::add(Ticks from, Ticks to, std::uint64_t bytes) {
  if (to <= from) return;
  change(from, static_cast<std::int64_t>(bytes));
  change(to, -static_cast<std::int64_t>(bytes));
}

InFlight::Curve InFlight::curve(std::uint64_t cycles) {
  while (cycles * kTicksPerCycle > width_ * kMostIntervals) widen();
  Curve curve;
  curve.interval_cycles = width_ / kTicksPerCycle;
  const auto count = std::min<std::uint64_t>(
      kMostIntervals, (cycles + curve.interval_cycles - 1) / curve.interval_cycles);
  std::int64_t level = 0;
  for (std::size_t i = 0; i < count; ++i) {
    level += intervals_[i].level;
    const std::int64_t mean = level + intervals_[i].byte_ticks / static_cast<std::int64_t>(width_);
    curve.bytes.push_back(static_cast<std::uint64_t>(std::max<std::int64_t>(mean, 0)));
  }
  return curve;
}

}  // namespace warpscope::timing
