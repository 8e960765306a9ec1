// Special registers that are read when an instruction asks for them: %clock, %clock_hi, %clock64
// and %globaltimer change while a warp runs; %envreg1 and %envreg2 belong to the launch.
#pragma once

#include <string_view>

#include "vgpu/exec/machine/operation.h"

namespace warpscope::exec::clock {

/// Time is modelled: a block's clock advances with the warp instructions that it has executed, so
/// that readings are the same in every run. %globaltimer is that clock in nanoseconds at the H200's
/// 1.98 GHz. %envreg1 and %envreg2 are the high and low half of the address where cooperative
/// groups find the grid's barrier (cooperative_groups/details/driver_abi.h of the toolkit); 0 when
/// the launch is not cooperative.
bool is_clock(std::string_view special_register);

/// Handler that reads the register into d, or nullptr when it is none of these in that width.
Handler select(std::string_view special_register, std::uint32_t size_bytes);

}  // namespace warpscope::exec::clock
