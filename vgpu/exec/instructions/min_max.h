// Builders of floating-point minimum and maximum; the type has been read.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::min_max {

void build_min(Builder& builder, ptx::Type type);
void build_max(Builder& builder, ptx::Type type);

}  // namespace warpscope::exec::min_max
