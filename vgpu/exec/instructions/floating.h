// Builders of floating-point arithmetic. Those that share an opcode with integers get the type
// already read.
#pragma once

#include "vgpu/exec/lowering/builder.h"

namespace warpscope::exec::floating {

void build_add(Builder& builder, ptx::Type type);
void build_sub(Builder& builder, ptx::Type type);
void build_mul(Builder& builder, ptx::Type type);
void build_fma(Builder& builder, ptx::Type type);
void build_div(Builder& builder, ptx::Type type);
void build_min(Builder& builder, ptx::Type type);
void build_max(Builder& builder, ptx::Type type);
void build_abs(Builder& builder, ptx::Type type);
void build_neg(Builder& builder, ptx::Type type);
void build_sqrt(Builder& builder);
void build_rsqrt(Builder& builder);
void build_rcp(Builder& builder);
void build_sin(Builder& builder);
void build_cos(Builder& builder);
void build_lg2(Builder& builder);
void build_ex2(Builder& builder);
void build_tanh(Builder& builder);
void build_copysign(Builder& builder);

}  // namespace warpscope::exec::floating
