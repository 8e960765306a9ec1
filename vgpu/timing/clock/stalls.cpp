#include "vgpu/timing/clock/stalls.h"

namespace warpscope::timing {

std::string_view name(Stall stall) {
  constexpr std::array<std::string_view, kStalls> kNames{
      "selected",    "wait",         "branch_resolving", "no_instruction",   "math_pipe_throttle",
      "lg_throttle", "mio_throttle", "long_scoreboard",  "short_scoreboard", "imc_miss",
      "barrier",     "membar",       "not_selected"};
  return kNames[static_cast<std::size_t>(stall)];
}

}  // namespace warpscope::timing
