// Names and texts of CUDA's errors.
#pragma once

#include <driver_types.h>

namespace warpscope::cudart {

/// "cudaErrorInvalidValue"; "unrecognized error code" for a number that is none.
const char* error_name(cudaError_t error);
/// CUDA's own text for each error that this runtime gives; for the others the words of the name.
const char* error_text(cudaError_t error);

}  // namespace warpscope::cudart
