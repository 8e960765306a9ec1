// Errors.
#include <cuda_runtime_api.h>

#include <utility>

#include "vgpu/cudart/error_table.h"
#include "vgpu/cudart/runtime.h"

using warpscope::cudart::last_error;
using warpscope::cudart::Runtime;

namespace {

/// A sticky error cannot be read away.
cudaError_t sticky_error() {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  return runtime.sticky_error;
}

}  // namespace

cudaError_t cudaGetLastError() {
  const cudaError_t error = std::exchange(last_error(), cudaSuccess);
  const cudaError_t sticky = sticky_error();
  return sticky != cudaSuccess ? sticky : error;
}

cudaError_t cudaPeekAtLastError() {
  const cudaError_t sticky = sticky_error();
  return sticky != cudaSuccess ? sticky : last_error();
}

const char* cudaGetErrorName(cudaError_t error) { return warpscope::cudart::error_name(error); }
const char* cudaGetErrorString(cudaError_t error) { return warpscope::cudart::error_text(error); }
