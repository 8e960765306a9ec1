// The frame in which every CUDA call runs.
#pragma once

#include <driver_types.h>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"

namespace warpscope::cudart {

/// This thread's last error, as cudaGetLastError knows it.
cudaError_t& last_error();

/// A kind of call.
struct CallRules {
  bool is_query = false;         ///< also after a fault
  bool uses_host_memory = true;  ///< of the program, otherwise than by the queue
};

/// The body of a call, which lives as long as the call.
class CallBody {
 public:
  template <typename Body>
  explicit CallBody(Body& body)
      : body_(&body),
        run_([](void* run, Runtime& runtime) { (*static_cast<Body*>(run))(runtime); }) {}
  void operator()(Runtime& runtime) const { run_(body_, runtime); }

 private:
  void* body_;
  void (*run_)(void* body, Runtime& runtime);
};

/// What all kinds share: one call at a time, errors to the caller and to cudaGetLastError. A
/// function that the runtime calls must not make CUDA calls.
cudaError_t run_body(const CallBody& body, const CallRules& rules) noexcept;

/// Runs the body of a CUDA call, also after a fault. For calls that ask for what does not change.
template <typename Body>
cudaError_t run_query(Body body) noexcept {
  return run_body(CallBody(body), {.is_query = true});
}

/// Runs the body of any other CUDA call. After a fault the call gives the fault's error instead.
template <typename Body>
cudaError_t run_call(Body body) noexcept {
  return run_body(CallBody(body), {});
}

/// The same for a call that only queues work. Where it accesses memory of the program all the same,
/// it calls HostGuards::unprotect() first.
template <typename Body>
cudaError_t run_queueing_call(Body body) noexcept {
  return run_body(CallBody(body), {.uses_host_memory = false});
}

}  // namespace warpscope::cudart
