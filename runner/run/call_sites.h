// Lines of the program's host code, from addresses in its files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "vgpu/protocol/host_calls.h"

namespace warpscope::runner {

/// A place outside of kernels.
struct HostPlace {
  std::optional<record::SourceLine> where;  ///< nothing without debug information (nvcc -g)
  std::string function;  ///< that contains it, as far as the file says; may be empty
};

/// For each site the place in the program's own code that is nearest to the call: functions of the
/// toolkit's and the system's headers are skipped. It asks addr2line of binutils, a process with
/// little time and memory, because what a program's debug information says may be wrong on purpose.
std::vector<HostPlace> find_places(const std::vector<device::HostSite>& sites);

}  // namespace warpscope::runner
