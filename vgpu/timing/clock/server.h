// A part that serves one request after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "vgpu/timing/clock/ticks.h"

namespace warpscope::timing {

class Server {
 public:
  /// A request comes `at` this time and keeps the part busy for so long; when it is through.
  Ticks serve(Ticks at, Ticks busy) {
    free_ = std::max(free_, at) + busy;
    busy_ += busy;
    return free_;
  }
  /// When the next request would be taken.
  Ticks free_at() const { return free_; }
  /// How long it has been busy in all.
  Ticks busy() const { return busy_; }

 private:
  Ticks free_ = 0, busy_ = 0;
};

/// A part that takes so much a cycle, of requests that are told in any order of their times: each
/// finds room in the first stretch of time, from its own on, that is not full. A request that comes
/// late in time does not keep back one that is told after it and comes earlier.
class RateServer {
 public:
  /// `stretches`: of 32 cycles, so far requests may be apart in time.
  RateServer(double rate_per_cycle, std::size_t stretches)
      : capacity_(std::max<std::uint64_t>(
            1, static_cast<std::uint64_t>(
                   std::llround(rate_per_cycle * static_cast<double>(kStretchCycles * kParts))))),
        stretches_(stretches) {}
  /// How long all that it has served would take it without a break.
  Ticks busy() const {
    return static_cast<Ticks>(static_cast<double>(served_) / static_cast<double>(capacity_) *
                              static_cast<double>(kStretchTicks));
  }
  /// When the last of `count` is through.
  Ticks serve(Ticks at, std::uint64_t count) { return serve_parts(at, count * kParts); }
  /// Of a request that is not one of many: `share` of one.
  Ticks serve_share(Ticks at, double share) {
    return serve_parts(
        at, static_cast<std::uint64_t>(std::llround(share * static_cast<double>(kParts))));
  }

 private:
  static constexpr std::uint64_t kParts = 1024;  // of one
  static constexpr std::uint64_t kStretchCycles = 32,
                                 kStretchTicks = kStretchCycles * kTicksPerCycle;
  struct Stretch {
    std::uint64_t number = ~std::uint64_t{0};
    std::uint64_t used = 0;
    std::uint64_t next = 0;  ///< of a full one: from here on there may be room
  };

  Stretch& stretch(std::uint64_t number) {
    Stretch& found = stretches_[number % stretches_.size()];
    if (found.number != number) found = {number, 0, number + 1};
    return found;
  }
  std::uint64_t with_room(std::uint64_t from) {
    std::uint64_t number = from;
    while (stretch(number).used >= capacity_) number = stretch(number).next;
    for (std::uint64_t at = from; at != number;) {
      const std::uint64_t next = stretch(at).next;
      stretch(at).next = number;
      at = next;
    }
    return number;
  }
  Ticks serve_parts(Ticks at, std::uint64_t parts) {
    served_ += parts;
    std::uint64_t number = at / kStretchTicks;
    for (;;) {
      number = with_room(number);
      Stretch& found = stretch(number);
      const std::uint64_t taken = std::min(parts, capacity_ - found.used);
      found.used += taken;
      parts -= taken;
      if (parts != 0) continue;
      // It is through when the stretch has come so far.
      return std::max(at, number * kStretchTicks + kStretchTicks * found.used / capacity_);
    }
  }

  std::uint64_t capacity_, served_ = 0;
  std::vector<Stretch> stretches_;  ///< a ring
};

/// Of parts that all SMs share, and of those of one SM: half a million and 32 thousand cycles.
inline constexpr std::size_t kSharedStretches = 1 << 14, kSmStretches = 1 << 10;

}  // namespace warpscope::timing
