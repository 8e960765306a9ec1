// A part that serves one request after the other.
#pragma once

#include <algorithm>

#include "vgpu/timing/clock/ticks.h"

namespace warpscope::timing {

class Server {
 public:
  /// A request comes `at` this time and keeps the part busy for so long; when it is through.
  Ticks serve(Ticks at, Ticks busy) {
    free_ = std::max(free_, at) + busy;
    return free_;
  }
  /// When the next request would be taken.
  Ticks free_at() const { return free_; }

 private:
  Ticks free_ = 0;
};

/// The same for more requests in a tick than one: `rate` of them a cycle.
class RateServer {
 public:
  explicit RateServer(double rate_per_cycle)
      : parts_each_(static_cast<std::uint64_t>(
            std::llround(static_cast<double>(kTicksPerCycle * kParts) / rate_per_cycle))) {}
  Ticks serve(Ticks at, std::uint64_t count) { return serve_parts(at, count * parts_each_); }
  /// Of a request that is not one of many: `share` of one.
  Ticks serve_share(Ticks at, double share) {
    return serve_parts(at, static_cast<std::uint64_t>(
                               std::llround(share * static_cast<double>(parts_each_))));
  }
  Ticks free_at() const { return free_parts_ / kParts; }

 private:
  static constexpr std::uint64_t kParts = 4096;  // of a tick
  Ticks serve_parts(Ticks at, std::uint64_t parts) {
    free_parts_ = std::max(free_parts_, at * kParts) + parts;
    return free_parts_ / kParts;
  }
  std::uint64_t parts_each_;
  std::uint64_t free_parts_ = 0;
};

}  // namespace warpscope::timing
