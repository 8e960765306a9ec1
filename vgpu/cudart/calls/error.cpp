// Errors.
#include <cuda_runtime_api.h>

#include <mutex>
#include <utility>

#include "vgpu/cudart/basics/error_table.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/watch/host_watch.h"

using warpscope::cudart::last_error;
using warpscope::cudart::Runtime;

namespace {

/// For findings: whether a failed call is followed by a look at its error.
void note_look() {
  if (last_error() == cudaSuccess) return;
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  try {
    runtime.watch.note_look();
  } catch (const warpscope::cudart::CudaFailure&) {
    // The device is gone; the next call will say so.
  }
}

}  // namespace

// Reading an error clears it also when a kernel's fault caused it (seen on an H200 with CUDA 13);
// the next call sets it again.
cudaError_t cudaGetLastError() {
  note_look();
  return std::exchange(last_error(), cudaSuccess);
}
cudaError_t cudaPeekAtLastError() {
  note_look();
  return last_error();
}

const char* cudaGetErrorName(cudaError_t error) { return warpscope::cudart::error_name(error); }
const char* cudaGetErrorString(cudaError_t error) { return warpscope::cudart::error_text(error); }
