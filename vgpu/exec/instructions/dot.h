// Builders of dp4a and dp2a.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::dot {

void build_dp4a(Builder& builder);
void build_dp2a(Builder& builder);

}  // namespace warpscope::exec::dot
