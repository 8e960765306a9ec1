// Builders of f32 and f64 arithmetic. Those that share an opcode with other types get the type
// already read.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::floating {

void build_add(Builder& builder, ptx::Type type);
void build_sub(Builder& builder, ptx::Type type);
void build_mul(Builder& builder, ptx::Type type);
void build_fma(Builder& builder, ptx::Type type);
void build_div(Builder& builder, ptx::Type type);
void build_abs(Builder& builder, ptx::Type type);
void build_neg(Builder& builder, ptx::Type type);
void build_sqrt(Builder& builder);
void build_rcp(Builder& builder);
void build_copysign(Builder& builder);
void build_testp(Builder& builder);

}  // namespace warpscope::exec::floating
