// Builders of arithmetic on packed integers: u16x2 and s16x2, and the SIMD video instructions.
#pragma once

#include "vgpu/exec/lowering/builder.h"

namespace warpscope::exec::packed {

/// True for u16x2 and s16x2.
bool is_packed(ptx::Type type);

void build_add(Builder& builder, ptx::Type type);
void build_min(Builder& builder, ptx::Type type);
void build_max(Builder& builder, ptx::Type type);

/// vadd2, vsub4, vset2 and the like; the opcode says which and how many elements.
void build_video(Builder& builder);

}  // namespace warpscope::exec::packed
