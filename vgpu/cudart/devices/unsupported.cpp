#include "vgpu/cudart/devices/unsupported.h"

#include <string>

namespace warpscope::cudart {

void report_unsupported(Runtime& runtime, std::string_view call) {
  tell_user(std::string(call) + " is not supported on the virtual GPU.");
  runtime.connection().request<device::Opcode::unsupported_call>({std::string(call)});
  throw CudaFailure(cudaErrorNotSupported);
}

}  // namespace warpscope::cudart

int warpscope_unsupported_call(const char* name) {
  using warpscope::cudart::Runtime;
  return warpscope::cudart::run_call(
      [&](Runtime& runtime) { warpscope::cudart::report_unsupported(runtime, name); });
}
