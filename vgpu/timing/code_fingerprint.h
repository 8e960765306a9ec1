// By what a kernel's machine code is known again, though other code of its module has changed.
#pragma once

#include <vector>

#include "vgpu/timing/hasher.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

/// The lines of the kernel's machine code, each once, in the order of files and lines.
std::vector<exec::SourceLine> distinct_lines(const MachineKernel& kernel);

/// Of all that a launch's time depends on in a kernel: two kernels with the same one take equally
/// long for equal work. Not part of it is where the kernel stands: neither its name, nor the
/// numbers of its PTX instructions in the module, nor the numbers of its lines, of which only the
/// order is (distinct_lines()). What the clock reads of a kernel besides has to become part of it.
Fingerprint fingerprint(const MachineKernel& kernel);

}  // namespace warpscope::timing
