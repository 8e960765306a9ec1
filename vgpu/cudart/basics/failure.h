// How a call of the runtime ends with an error.
#pragma once

#include <driver_types.h>

#include <cstdint>

namespace warpscope::cudart {

/// Ends a runtime call with a CUDA error.
class CudaFailure {
 public:
  explicit CudaFailure(cudaError_t code) : code_(code) {}
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

/// Fails the call unless `is_valid`.
inline void expect(bool is_valid, cudaError_t error = cudaErrorInvalidValue) {
  if (!is_valid) throw CudaFailure(error);
}

/// True for errors after which CUDA answers every call with the same error.
bool is_sticky(cudaError_t error);

inline std::uint64_t address_of(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

}  // namespace warpscope::cudart
