// What a build asks of nvcc, and what the virtual GPU needs besides.
#pragma once

#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "arch/compute_capability.h"

namespace warpscope::runner {

/// Arguments for nvcc, without its name, and what the user should know of the changes.
struct NvccArguments {
  std::vector<std::string> arguments;
  std::vector<std::string> notes;  ///< sentences
};

/// `asked` for the toolkit that has `architectures` ("75", "90": as `nvcc --list-gpu-arch` names
/// them), and with PTX for a virtual GPU of this capability. Architectures that the toolkit
/// does not have are left out. Where the build asks for the architecture-specific form of the
/// virtual GPU's own (90a), its PTX is of that: the general one may not be able to say what the
/// source does.
NvccArguments for_virtual_gpu(const std::vector<std::string>& asked,
                              const std::set<std::string>& architectures,
                              const arch::ComputeCapability& capability);

/// Those of this nvcc; empty when it does not tell.
std::set<std::string> architectures_of(const std::string& nvcc, const std::stop_token& cancel);

}  // namespace warpscope::runner
