// What ptxas made once of a module's PTX, in files of the user's cache: each device process of a
// run needs it, and so does the next run of a program that has not changed.
#pragma once

#include <filesystem>

#include "vgpu/timing/machine_module.h"

namespace warpscope::device {

/// Runs `ptxas` (machine_code::assemble(), for a minute at most) where it has not made a cubin of
/// the same text for the same architecture before. `folder`: where cubins are kept, made when
/// missing; empty: none are. Those of another ptxas, by its size and time, are not found.
timing::Assembler assembler(const std::filesystem::path& ptxas,
                            const std::filesystem::path& folder);

}  // namespace warpscope::device
