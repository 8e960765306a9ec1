// Runtime calls that the virtual GPU does not have.
#pragma once

#include <string_view>

namespace warpscope::cudart {

struct Runtime;

/// Tells the user and the device which call it was, then ends the call with cudaErrorNotSupported.
[[noreturn]] void report_unsupported(Runtime& runtime, std::string_view call);

}  // namespace warpscope::cudart
