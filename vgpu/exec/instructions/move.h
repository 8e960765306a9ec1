// Builders of register moves and conversions.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::move {

void build_mov(Builder& builder);
void build_cvta(Builder& builder);
void build_isspacep(Builder& builder);

}  // namespace warpscope::exec::move
