#include "vgpu/cudart/basics/api_version.h"

namespace warpscope::cudart {

// Sizes as in driver_types.h of CUDA 12.9.
const ApiVersion kApiVersion{12090, cudaErrorInvalidConfiguration, 24, 64};

static_assert(offsetof(cudaPointerAttributes, reserved) == 24);
static_assert(offsetof(cudaResourceDesc, res) + sizeof(cudaResourceDesc::res.pitch2D) == 64);

}  // namespace warpscope::cudart
