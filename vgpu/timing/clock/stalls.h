// What warps wait for, by the names of Nsight Compute's warp states.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpscope::timing {

enum class Stall : std::uint8_t {
  selected,  ///< it issues: no wait
  wait,      ///< a fixed latency
  branch_resolving,
  no_instruction,
  math_pipe_throttle,
  lg_throttle,   ///< the queue of the address unit, for global or local memory
  mio_throttle,  ///< the same for shared memory and shuffles
  long_scoreboard,
  short_scoreboard,
  imc_miss,
  barrier,
  membar,
  not_selected
};
inline constexpr std::size_t kStalls = 13;

/// As in Nsight Compute's smsp__average_warps_issue_stalled_<name>.
std::string_view name(Stall stall);

/// Cycles of warps, by what they waited for.
using StallCycles = std::array<std::uint64_t, kStalls>;

}  // namespace warpscope::timing
