// Special registers that are read when an instruction asks for them, and pauses. %clock, %clock_hi,
// %clock64 and %globaltimer change while a warp runs; the others belong to the launch or the block:
// %smid, %nsmid, %nwarpid, %gridid, %dynamic_smem_size, %total_smem_size, %aggr_smem_size, %envreg1
// and %envreg2.
#pragma once

#include <string_view>

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::clock {

/// Handler that reads the register into d, or nullptr when it is none of these in that width.
///
/// Time is modelled: a block's clock advances with the warp instructions that it has executed, so
/// that readings are the same in every run. %globaltimer is that clock in nanoseconds at
/// LaunchOptions::sm_clock_hz. %smid is the block's linear index modulo the number of
/// multiprocessors. %envreg1 and %envreg2 are the high and low half of the address where
/// cooperative groups find the grid's barrier (cooperative_groups/details/driver_abi.h of the
/// toolkit); 0 when the launch is not cooperative.
Handler select(std::string_view special_register, std::uint32_t size_bytes);

/// The running warp's reading of its block's clock, in cycles; unlike the program's own it costs
/// nothing.
std::uint64_t now(const WarpContext& c);

/// Handler for d = the low 16 bits of a: how `mov.u16` reads a 32-bit special register.
Handler narrow();

}  // namespace warpscope::exec::clock
