// Time within a launch.
#pragma once

#include <cmath>
#include <cstdint>

namespace warpscope::timing {

/// 1/256 of a cycle of the SMs. Whole numbers: a launch takes as long on every machine.
using Ticks = std::uint64_t;

inline constexpr Ticks kTicksPerCycle = 256;
inline constexpr Ticks kNever = ~Ticks{0};

inline Ticks ticks_of(double cycles) {
  return static_cast<Ticks>(std::llround(cycles * static_cast<double>(kTicksPerCycle)));
}
/// The first cycle that begins then or later.
inline std::uint64_t cycle_of(Ticks time) { return (time + kTicksPerCycle - 1) / kTicksPerCycle; }

}  // namespace warpscope::timing
