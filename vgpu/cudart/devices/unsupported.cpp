#include "vgpu/cudart/devices/unsupported.h"

#include <string>

#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/connection.h"
#include "vgpu/cudart/devices/devices.h"

namespace warpscope::cudart {

void report_unsupported(Runtime& runtime, std::string_view call) {
  tell_user(std::string(call) + " is not supported on the virtual GPU.");
  runtime.devices.connection().request<device::Opcode::unsupported_call>({std::string(call)});
  throw CudaFailure(cudaErrorNotSupported);
}

}  // namespace warpscope::cudart
