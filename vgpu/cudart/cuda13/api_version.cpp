#include "vgpu/cudart/basics/api_version.h"

#include <cuda_runtime_api.h>

namespace warpscope::cudart {

const ApiVersion kApiVersion{CUDART_VERSION, cudaErrorInvalidValue, sizeof(cudaPointerAttributes),
                             sizeof(cudaResourceDesc)};

}  // namespace warpscope::cudart
