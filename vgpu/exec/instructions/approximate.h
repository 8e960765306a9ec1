// Builders of the approximate functions.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::approximate {

/// These three emit nothing and return false when the instruction is not an approximate form.
bool build_div(Builder& builder, ptx::Type type);
bool build_sqrt(Builder& builder);
bool build_rcp(Builder& builder);
void build_rsqrt(Builder& builder);
void build_sin(Builder& builder);
void build_cos(Builder& builder);
void build_lg2(Builder& builder);
void build_ex2(Builder& builder);
void build_tanh(Builder& builder);

}  // namespace warpscope::exec::approximate
