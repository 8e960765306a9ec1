// What nvcc's start-up code calls: it makes the program's device code known, and passes launch
// configurations from `kernel<<<…>>>` to the kernel's host stub. Declared in crt/host_runtime.h of
// the toolkit, which cannot be included here.
#include <cuda_runtime_api.h>

#include <vector>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/connection.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/launches/launching.h"
#include "vgpu/cudart/modules/registry.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/watch/host_guards.h"
#include "vgpu/cudart/watch/host_watch.h"

using warpscope::cudart::CudaFailure;
using warpscope::cudart::expect;
using warpscope::cudart::FatBinary;
using warpscope::cudart::run_call;
using warpscope::cudart::run_queueing_call;
using warpscope::cudart::Runtime;

namespace {

struct CallConfiguration {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

std::vector<CallConfiguration>& call_configurations() {
  thread_local std::vector<CallConfiguration> stack;
  return stack;
}

/// Registration neither connects to the device nor leaves an error behind.
template <typename Body>
void register_quietly(Body&& body) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  try {
    body(runtime);
  } catch (const CudaFailure&) {
    warpscope::cudart::tell_user("the program registers device code with a handle that is none.");
  }
}

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  return reinterpret_cast<void**>(runtime.registry.add_binary(wrapper));
}

void __cudaRegisterFatBinaryEnd(void** /*handle*/) {}

void __cudaUnregisterFatBinary(void** handle) {
  // The program ends: what it launched last still runs, as it would on a GPU that is fast enough.
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  const warpscope::cudart::GuardsLifted lifted(runtime.guards);
  try {
    if (!runtime.queue.is_empty()) runtime.queue.perform_all();
  } catch (const CudaFailure&) {
    runtime.queue.drop_all();
  }
  runtime.registry.remove_binary(handle);
}

void __cudaRegisterFunction(void** handle, const char* host_stub, char* /*device_function*/,
                            const char* name, int /*thread_limit*/, uint3* /*thread*/,
                            uint3* /*block*/, dim3* /*block_size*/, dim3* /*grid_size*/,
                            int* /*warp_size*/) {
  register_quietly([&](Runtime& runtime) {
    FatBinary& binary = runtime.registry.binary(handle);
    runtime.registry.add_function(binary, host_stub, name);
  });
}

void __cudaRegisterVar(void** handle, char* host_variable, char* /*device_address*/,
                       const char* name, int /*is_external*/, std::size_t /*size*/,
                       int /*is_constant*/, int /*is_global*/) {
  register_quietly([&](Runtime& runtime) {
    FatBinary& binary = runtime.registry.binary(handle);
    runtime.registry.add_symbol(binary, host_variable, name);
  });
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char* /*device_address*/,
                              const char* name, int /*is_external*/, std::size_t size_bytes,
                              int /*is_constant*/, int /*is_global*/) {
  register_quietly([&](Runtime& runtime) {
    FatBinary& binary = runtime.registry.binary(handle);
    runtime.registry.add_managed(binary, {host_pointer, name, size_bytes});
  });
}

/// Called before the host's first access to a managed variable of the binary.
char __cudaInitModule(void** handle) {
  run_call([&](Runtime& runtime) {
    runtime.registry.place_managed(runtime.devices.connection(), runtime.registry.binary(handle));
  });
  return 1;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes,
                                     cudaStream_t stream) {
  call_configurations().push_back({grid, block, shared_bytes, stream});
  warpscope::cudart::push_launch_site();
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes,
                                       void* stream) {
  std::vector<CallConfiguration>& stack = call_configurations();
  if (stack.empty()) return cudaErrorMissingConfiguration;
  *grid = stack.back().grid;
  *block = stack.back().block;
  *shared_bytes = stack.back().shared_bytes;
  *static_cast<cudaStream_t*>(stream) = stack.back().stream;
  stack.pop_back();
  warpscope::cudart::pop_launch_site();
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_stub) {
  return run_call([&](Runtime& runtime) {
    const auto* function = runtime.registry.find_function(host_stub);
    expect(function != nullptr, cudaErrorInvalidResourceHandle);
    *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(static_cast<const void*>(function)));
  });
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t shared_bytes, cudaStream_t stream) {
  return run_queueing_call([&](Runtime& runtime) {
    warpscope::cudart::launch(runtime, {reinterpret_cast<const void*>(kernel), grid, block,
                                        arguments, shared_bytes, stream});
  });
}

cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared_bytes, cudaStream_t stream) {
  return __cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes,
                            stream == nullptr ? cudaStreamPerThread : stream);
}

}  // extern "C"
