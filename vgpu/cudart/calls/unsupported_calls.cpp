#include "vgpu/cudart/calls/unsupported_calls.h"

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/unsupported.h"

int warpscope_unsupported_call(const char* name) {
  using warpscope::cudart::Runtime;
  return warpscope::cudart::run_call(
      [&](Runtime& runtime) { warpscope::cudart::report_unsupported(runtime, name); });
}
