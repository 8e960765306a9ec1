// Limits of the device that a program can set.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/runtime.h"

using warpscope::cudart::expect;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::device::BodyWriter;
using warpscope::device::Opcode;

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr);
    BodyWriter body;
    body.put(static_cast<std::uint32_t>(limit));
    *value = runtime.connection().request_value<std::uint64_t>(Opcode::get_limit, std::move(body));
  });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return run_call([&](Runtime& runtime) {
    // What was launched before keeps the limits that it was launched with.
    runtime.queue.perform_all();
    BodyWriter body;
    body.put(static_cast<std::uint32_t>(limit));
    body.put(std::uint64_t{value});
    runtime.connection().request(Opcode::set_limit, std::move(body));
  });
}
