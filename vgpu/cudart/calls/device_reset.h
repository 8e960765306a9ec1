// cudaDeviceReset.
#pragma once

namespace warpscope::cudart {

struct Runtime;

/// For the calling thread's device: does everything that was asked for, then forgets all that the
/// program has there. CudaFailure with a sticky error when what waited has failed.
void reset_device(Runtime& runtime);

}  // namespace warpscope::cudart
