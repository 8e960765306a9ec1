// Errors.
#include <cuda_runtime_api.h>

#include <utility>

#include "vgpu/cudart/error_table.h"
#include "vgpu/cudart/runtime.h"

using warpscope::cudart::last_error;

// Reading an error clears it also when a kernel's fault caused it (seen on an H200 with CUDA 13);
// the next call sets it again.
cudaError_t cudaGetLastError() { return std::exchange(last_error(), cudaSuccess); }
cudaError_t cudaPeekAtLastError() { return last_error(); }

const char* cudaGetErrorName(cudaError_t error) { return warpscope::cudart::error_name(error); }
const char* cudaGetErrorString(cudaError_t error) { return warpscope::cudart::error_text(error); }
