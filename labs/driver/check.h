// CUDA runtime errors as exceptions that know where they happened.
#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <stdexcept>

namespace warpscope::driver {

/// what(): the runtime's name and text for the error, and the call site.
class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t error, std::source_location where);
  cudaError_t error() const { return error_; }

 private:
  cudaError_t error_;
};

/// Throws CudaError when `error` is not cudaSuccess.
void check(cudaError_t error, std::source_location where = std::source_location::current());

}  // namespace warpscope::driver
