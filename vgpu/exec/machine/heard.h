// Of whom a warp's lanes have heard: for launches that let only two lanes exchange values
// (LeftOut::many_lane_exchange).
//
// A lane that hears of another one has heard of whomever that one has heard of. So partners may
// exchange as often as they like, and neither a tree nor a ring carries anything to a third lane.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace warpscope::exec {

class Heard {
 public:
  /// The warp begins: nobody has heard of anybody.
  void begin() {
    for (std::uint32_t lane = 0; lane < of_.size(); ++lane) of_[lane] = 1U << lane;
  }
  /// What each lane has heard of, itself included.
  using Lanes = std::array<std::uint32_t, 32>;
  const Lanes& lanes() const { return of_; }

  /// `lane` is to hear of what was in `heard` of another one. False, and nothing done: they would
  /// be more than two.
  bool hear(std::uint32_t lane, std::uint32_t heard) {
    const std::uint32_t together = of_[lane] | heard;
    if (std::popcount(together) > 2) return false;
    of_[lane] = together;
    return true;
  }

 private:
  Lanes of_{};
};

}  // namespace warpscope::exec
