// The warps of a sub-core, and which of them may issue in a cycle.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "vgpu/timing/clock/instruction_costs.h"

namespace warpscope::timing {

inline constexpr std::uint64_t kNoCycle = ~std::uint64_t{0};

/// Warps in the order of their age, each with the cycle from which on its next instruction may
/// issue and the unit that this one needs.
class IssueQueue {
 public:
  /// All of an SM's may be on one sub-core: blocks of one warp are.
  static constexpr std::size_t kMostWarps = 64;

  std::size_t size() const { return size_; }
  /// A warp that is younger than all others. `ready`: kNoCycle while it is at a barrier.
  void add(std::uint32_t warp, std::uint64_t ready, Unit unit) {
    warps_[size_] = warp;
    ++size_;
    set(size_ - 1, ready, unit);
  }
  void remove(std::size_t place);
  /// The warp at this place.
  std::uint32_t warp(std::size_t place) const { return warps_[place]; }
  /// Where a warp is that is there.
  std::size_t place_of(std::uint32_t warp) const {
    std::size_t place = 0;
    while (warps_[place] != warp) ++place;
    return place;
  }
  void set(std::size_t place, std::uint64_t ready, Unit unit) {
    const std::uint64_t bit = std::uint64_t{1} << place;
    ready_[place] = ready;
    units_[place] = unit;
    busy_before_[place] = kNoCycle;
    full_before_[place] = 0;
    is_ready_ &= ~bit;
    is_blocked_ = ready == kNoCycle ? is_blocked_ | bit : is_blocked_ & ~bit;
    next_ = ready < next_ ? ready : next_;
  }
  Unit unit(std::size_t place) const { return units_[place]; }
  /// What busy_before() said when the warp was first seen to be ready.
  std::uint64_t busy_before(std::size_t place) const { return busy_before_[place]; }
  /// The same of the way out of the sub-core.
  std::uint64_t full_before(std::size_t place) const { return full_before_[place]; }
  /// Whether one of them waits for something that only another sub-core can bring.
  bool has_blocked() const { return is_blocked_ != 0; }
  /// The place of the warp that issued last; kNone: it has ended.
  void note_issued(std::size_t place) { last_ = place; }

  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Choice {
    std::size_t place = kNone;
    std::uint64_t cycle = kNoCycle;  ///< with kNone: when the earliest may issue
  };
  /// The same warp as long as it may issue, then the youngest (Huerta et al., MICRO 2025).
  /// `free_at(unit)`: the cycle in which a unit can take an instruction; `busy_before(unit)`: in
  /// how many cycles before this one it could not.
  template <typename FreeAt, typename BusyBefore>
  Choice choose(std::uint64_t cycle, FreeAt free_at, BusyBefore busy_before) {
    if (next_ <= cycle) look(cycle, busy_before);
    Choice choice{kNone, next_};
    std::uint64_t rest = is_ready_;
    std::uint32_t busy_units = 0;
    const auto may = [&](std::size_t place) {
      const auto unit = static_cast<std::uint32_t>(units_[place]);
      if ((busy_units >> unit & 1) != 0) return false;
      const std::uint64_t free = free_at(units_[place]);
      if (free <= cycle) return true;
      busy_units |= std::uint32_t{1} << unit;
      choice.cycle = free < choice.cycle ? free : choice.cycle;
      return false;
    };
    if (last_ < size_ && (rest >> last_ & 1) != 0 && may(last_)) return {last_, cycle};
    while (rest != 0) {
      const auto place = static_cast<std::size_t>(63 - std::countl_zero(rest));
      if (may(place)) return {place, cycle};
      rest &= ~(std::uint64_t{1} << place);
    }
    return choice;
  }

 private:
  /// Which are ready, and when the next one of the others is.
  template <typename BusyBefore>
  void look(std::uint64_t cycle, BusyBefore busy_before) {
    is_ready_ = 0;
    next_ = kNoCycle;
    for (std::size_t i = 0; i < size_; ++i) {
      if (ready_[i] > cycle) {
        next_ = ready_[i] < next_ ? ready_[i] : next_;
        continue;
      }
      is_ready_ |= std::uint64_t{1} << i;
      if (busy_before_[i] != kNoCycle) continue;
      busy_before_[i] = busy_before(units_[i]);
      if (units_[i] == Unit::global) full_before_[i] = busy_before(Unit::address);
    }
  }

  std::size_t size_ = 0, last_ = kNone;
  std::uint64_t is_ready_ = 0, is_blocked_ = 0;  ///< a bit per place
  std::uint64_t next_ = kNoCycle;                ///< no warp that is not in is_ready_ is so earlier
  std::array<std::uint64_t, kMostWarps> ready_{}, busy_before_{}, full_before_{};
  std::array<std::uint32_t, kMostWarps> warps_{};
  std::array<Unit, kMostWarps> units_{};
};

}  // namespace warpscope::timing
