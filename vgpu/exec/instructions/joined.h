// Neighbouring operations that one handler executes.
#pragma once

#include <cstdint>
#include <span>

#include "vgpu/exec/program/operation.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// Looks among `operations`, those of `function`, whose first instruction has the number
/// `first_instruction`, for neighbours that one handler executes: what the second one needs stays
/// in a vector register, where otherwise it waits for what the first one stored. Counts do not
/// change.
/// - The offset of an element, and the address that is so far behind another one, which is how
///   nearly every kernel addresses its arrays.
/// - A shift and a logic operation on its result, as hashes and random generators have them, and
///   three shifts with an exclusive or, each of the result of the one before. Only where nothing
///   else reads that result: its register is not set.
void join_operations(std::span<Operation> operations, const ptx::Function& function,
                     std::uint32_t first_instruction);

}  // namespace warpscope::exec
