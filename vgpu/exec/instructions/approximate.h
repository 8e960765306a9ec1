// Approximate forms, for the builders of instructions that have others, too.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::approximate {

/// These three emit nothing and return false when the instruction is not an approximate form.
bool build_div(Builder& builder, ptx::Type type);
bool build_sqrt(Builder& builder);
bool build_rcp(Builder& builder);

}  // namespace warpscope::exec::approximate
