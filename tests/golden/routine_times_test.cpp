// Routines for rare operands, and functions: what the clock makes of them beside an H100.
#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "tests/golden/probes.h"

namespace warpscope {
namespace {

struct Cycles {
  double ours = 0, hardware = 0;
};

/// Of the only warp of a launch, of whose SM the hardware counted the cycles.
Cycles cycles_of(std::string_view name) {
  const Probes& read = probes("routine_probes", {"--profile", "h100", "--clock"});
  for (std::size_t i = 0; i < read.measured.size(); ++i) {
    if (read.name(i) != name) continue;
    const auto& clock = read.run.launches[i].clock;
    if (!clock) break;
    double ours = 0;
    for (const auto& [reason, cycles] : clock->warp_cycles) ours += static_cast<double>(cycles);
    return {ours, static_cast<double>(read.hardware(i, "sm__cycles_active.sum"))};
  }
  ADD_FAILURE() << name;
  return {};
}

// What the routine takes beyond the short way.
TEST(RoutineTimes, AreLikeTheHardwares) {
  for (const auto& [rare, usual] : {std::pair{"divide_f32/zero/one", "divide_f32/one/one"},
                                    std::pair{"divide_f32/denormal/one", "divide_f32/one/one"},
                                    std::pair{"divide_f64/zero/one", "divide_f64/one/one"},
                                    std::pair{"reciprocal_f32/most", "reciprocal_f32/one"}}) {
    const Cycles longer = cycles_of(rare), shorter = cycles_of(usual);
    const double ratio = (longer.ours - shorter.ours) / (longer.hardware - shorter.hardware);
    EXPECT_GT(ratio, 0.6) << rare;
    EXPECT_LT(ratio, 1.5) << rare;
  }
}

TEST(RoutineTimes, OfCallsAreTheHardwares) {
  for (const std::string_view name : {"calls_in_turns/64", "calls_unrolled/64", "calls_by_sign/64",
                                      "recursion/8", "recursion/apart/5"}) {
    const Cycles cycles = cycles_of(name);
    EXPECT_LT(std::abs(cycles.ours / cycles.hardware - 1), 0.1) << name;
  }
}

}  // namespace
}  // namespace warpscope
