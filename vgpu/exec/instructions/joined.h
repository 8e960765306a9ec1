// Two operations that one handler executes.
#pragma once

#include <cstdint>
#include <span>

#include "vgpu/exec/program/operation.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// An index times the size of an element and what it is added to, which is how nearly every kernel
/// addresses its arrays. And a shift and a logic operation on its result, as hashes and random generators have them: what the
/// second one needs stays in a vector register, where otherwise it waits for what the first one
/// stored; so does a value through three shifts with an exclusive or, each of the result of the one
/// before, where nothing else reads that result; its register is not set then. Looks for such
/// neighbours among `operations`, those of `function`, whose first instruction has the number
/// `first_instruction`. Counts do not change.
void join_operations(std::span<Operation> operations, const ptx::Function& function,
                     std::uint32_t first_instruction);

}  // namespace warpscope::exec
