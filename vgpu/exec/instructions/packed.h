// Builders of arithmetic on packed integers: u16x2 and s16x2.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::packed {

/// True for u16x2 and s16x2.
bool is_packed(ptx::Type type);

void build_add(Builder& builder, ptx::Type type);
void build_min(Builder& builder, ptx::Type type);
void build_max(Builder& builder, ptx::Type type);

}  // namespace warpscope::exec::packed
