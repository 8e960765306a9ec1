#include "vgpu/cudart/calls/frame.h"

#include <mutex>
#include <new>

#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/queue/host_functions.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/watch/host_guards.h"
#include "vgpu/cudart/watch/host_watch.h"

namespace warpscope::cudart {

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

cudaError_t run_body(const CallBody& body, const CallRules& rules) noexcept {
  cudaError_t error = cudaSuccess;
  try {
    Runtime& runtime = Runtime::instance();
    if (HostFunctions::is_inside()) return last_error() = cudaErrorNotPermitted;
    const std::lock_guard lock(runtime.mutex);
    const GuardsLifted lifted(runtime.guards, rules.uses_host_memory);
    cudaError_t& sticky_error = runtime.devices.sticky_error;
    const bool is_new_error = sticky_error == cudaSuccess;
    runtime.watch.begin_call();
    if (is_new_error || rules.is_query) {
      try {
        body(runtime);
      } catch (const CudaFailure& failure) {
        error = failure.code();
      } catch (const device::ProtocolError&) {
        error = cudaErrorUnknown;
      } catch (const std::bad_alloc&) {
        error = cudaErrorMemoryAllocation;
      }
      if (is_sticky(error) && sticky_error == cudaSuccess) {
        sticky_error = error;
        runtime.queue.drop_all();
      }
    } else {
      error = sticky_error;
    }
    if (error != cudaSuccess && is_new_error) runtime.watch.note_failure(error);
  } catch (...) {
    error = cudaErrorUnknown;
  }
  if (error != cudaSuccess) last_error() = error;
  return error;
}

}  // namespace warpscope::cudart
