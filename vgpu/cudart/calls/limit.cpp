// Limits of the device that a program can set.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/queue/work_queue.h"

using warpscope::cudart::expect;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::device::Opcode;

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr);
    const auto name = static_cast<std::uint32_t>(limit);
    *value = runtime.devices.connection().request<Opcode::get_limit>({name}).value;
  });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return run_call([&](Runtime& runtime) {
    // What was launched before keeps the limits that it was launched with.
    runtime.queue.perform_all();
    runtime.devices.connection().request<Opcode::set_limit>(
        {static_cast<std::uint32_t>(limit), value});
  });
}
