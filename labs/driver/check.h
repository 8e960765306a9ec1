// CUDA runtime errors as exceptions that know where they happened.
//
// Every exercise includes this header, so it includes nothing but the runtime's own: <string> and
// <source_location> would add more than half a second to each compilation of an exercise.
#pragma once

#include <cuda_runtime.h>

namespace warpscope::driver {

/// Throws CudaError (labs/driver/cuda_error.h) when `error` is not cudaSuccess. `file` and `line`
/// are the call site's; leave them out.
void check(cudaError_t error, const char* file = __builtin_FILE(), int line = __builtin_LINE());

}  // namespace warpscope::driver
