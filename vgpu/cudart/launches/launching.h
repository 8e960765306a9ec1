// Launching kernels.
#pragma once

#include "vgpu/cudart/launches/launch_call.h"

namespace warpscope::cudart {

struct Runtime;

/// Queues the launch, or records it while its stream is captured. CudaFailure at once for a
/// configuration that CUDA refuses at the call.
void launch(Runtime& runtime, const LaunchCall& call);

}  // namespace warpscope::cudart
