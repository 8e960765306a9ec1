// Loads whose values are stored as they are.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// By instruction: of a store to shared memory, or to an address of which PTX does not tell where
/// it is, the loads of global memory (or, again, of anywhere) whose values it stores, also behind
/// moves and selections; of a value that may come from very many loads the first few. Empty for
/// all other instructions.
std::vector<std::vector<std::uint32_t>> loads_that_are_stored(const ptx::Function& function);

}  // namespace warpscope::exec
