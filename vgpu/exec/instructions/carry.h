// Builders of extended-precision integer arithmetic: add.cc, addc, sub.cc, subc, mad.cc, madc.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::carry {

/// Whether the instruction has `.cc` (which is taken); then these emit it.
bool build_add_cc(Builder& builder, ptx::Type type);
bool build_sub_cc(Builder& builder, ptx::Type type);
bool build_mad_cc(Builder& builder, ptx::Type type);
void build_addc(Builder& builder);
void build_subc(Builder& builder);
void build_madc(Builder& builder);

}  // namespace warpscope::exec::carry
