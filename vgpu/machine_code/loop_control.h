// What a basic block of PTX does only to go round once more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::machine_code {

/// The instruction that a branch goes to; nothing where it is none, or goes by a table.
std::optional<std::uint32_t> jumps_to(const ptx::Function& function, std::uint32_t instruction);

/// Of the block of instructions [first, end), where it is a loop of its own and ends with the
/// branch to its beginning, or out of the loop in front of a jump there: the branch, the comparison
/// that decides it, and additions of a number that only count for this one. ptxas knows what these
/// give in a turn that it puts in front of the loop. Empty for other blocks.
std::vector<std::uint32_t> loop_control(const ptx::Function& function, std::uint32_t first,
                                        std::uint32_t end);

}  // namespace warpscope::machine_code
