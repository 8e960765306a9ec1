// Functions that the CUDA system provides to kernels: vprintf, malloc, free, __assertfail
// (CUDA C++ Programming Guide, device-side output, assertion and allocation), and those of
// device_runtime.h.
#pragma once

#include <string_view>

#include "vgpu/exec/builder/builder.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::exec::system_call {

/// Handler of a call of the function; Unsupported, with its name, when there is no such function or
/// the call has other parameters than it has.
Handler select(Builder& builder, std::string_view function, const CallSite& site);

/// The line that asks for memory of the heap; none where nobody watches the launch.
memory::HeapOrigin heap_origin(const WarpContext& c, const Operation* op);

}  // namespace warpscope::exec::system_call
