// Which registers of a function anything reads.
#pragma once

#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// By register: true when an instruction names it anywhere but as a destination. ptxas turns an
/// `atom` whose result is not read into a `red`.
std::vector<bool> read_registers(const ptx::Function& function);

}  // namespace warpscope::exec
