// What other builders use of f16, f16x2, bf16 and bf16x2 arithmetic; the type has been read.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::half {

/// True for the four types.
bool is_half(ptx::Type type);

/// ex2.approx and tanh.approx.
void build_ex2(Builder& builder, ptx::Type type);
void build_tanh(Builder& builder, ptx::Type type);

}  // namespace warpscope::exec::half
