// The attributes of a launch (cudaLaunchKernelExC) and of a kernel node.
#pragma once

#include <driver_types.h>

#include <span>
#include <vector>

namespace warpscope::cudart {

struct Runtime;

/// What of a launch's attributes changes how the virtual GPU runs it.
struct LaunchDemands {
  bool is_cooperative = false;
  /// Events to record once the kernel is done: the virtual GPU finishes a kernel before it starts
  /// what depends on it, so that "programmatic" and "completion" events come at its end.
  std::vector<cudaEvent_t> events_after;
};

/// Reads the attributes. Hints (priority, access policy, carve-out, memory domains, programmatic
/// serialization) are checked and change nothing. CudaFailure: cudaErrorInvalidValue for a value
/// outside CUDA's range; cudaErrorNotSupported, with the attribute's name told to the user, for
/// what the virtual GPU does not have, such as clusters of more than one block.
LaunchDemands read_attributes(Runtime& runtime, std::span<const cudaLaunchAttribute> attributes);

}  // namespace warpscope::cudart
