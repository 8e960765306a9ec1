// Special registers that change while a warp runs: %clock, %clock_hi, %clock64, %globaltimer.
#pragma once

#include <string_view>

#include "vgpu/exec/machine/operation.h"

namespace warpscope::exec::clock {

/// Time is modelled: a block's clock advances with the warp instructions that it has executed, so
/// that readings are the same in every run. %globaltimer is that clock in nanoseconds at the H200's
/// 1.98 GHz.
bool is_clock(std::string_view special_register);

/// Handler that reads the register into d, or nullptr when it is none of these in that width.
Handler select(std::string_view special_register, std::uint32_t size_bytes);

}  // namespace warpscope::exec::clock
