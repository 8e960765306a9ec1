// Operations in front of sums of 32 bits, in observed kernels: they tell where a line that adds up
// passes the end of an int. A plain kernel has none.
#pragma once

#include <cstdint>

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::watched_sums {

/// Before the operations of the sum that is being lowered, where its guard holds. `line` numbers
/// its source line among those of the kernel's sums: index in BlockContext::sums.
void emit_before(Builder& builder, std::uint32_t line);

}  // namespace warpscope::exec::watched_sums
