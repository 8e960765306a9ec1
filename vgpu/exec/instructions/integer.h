// Builders of integer arithmetic. Those that share an opcode with floating point get the type
// already read.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::integer {

void build_add(Builder& builder, ptx::Type type);
void build_sub(Builder& builder, ptx::Type type);
void build_mul(Builder& builder, ptx::Type type);
void build_mad(Builder& builder, ptx::Type type);
void build_div(Builder& builder, ptx::Type type);
void build_min(Builder& builder, ptx::Type type);
void build_max(Builder& builder, ptx::Type type);
void build_abs(Builder& builder, ptx::Type type);
void build_neg(Builder& builder, ptx::Type type);
void build_rem(Builder& builder);
void build_sad(Builder& builder);
void build_mul24(Builder& builder);
void build_mad24(Builder& builder);

}  // namespace warpscope::exec::integer
