// Runtime calls that the virtual GPU does not have.
#pragma once

#include <string_view>

#include "vgpu/cudart/runtime.h"

namespace warpscope::cudart {

/// Tells the user and the device which call it was, then ends the call with cudaErrorNotSupported.
[[noreturn]] void report_unsupported(Runtime& runtime, std::string_view call);

}  // namespace warpscope::cudart

/// Body of each generated function: a cudaError_t as int.
int warpscope_unsupported_call(const char* name);
