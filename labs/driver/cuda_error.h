// What labs/driver/check.h throws.
#pragma once

#include <cuda_runtime.h>

#include "labs/driver/failure.h"

namespace warpscope::driver {

/// what(): the runtime's name and text for the error, and the call site.
class CudaError : public Failure {
 public:
  CudaError(cudaError_t error, const char* file, int line);
  cudaError_t error() const { return error_; }

 private:
  cudaError_t error_;
};

}  // namespace warpscope::driver
