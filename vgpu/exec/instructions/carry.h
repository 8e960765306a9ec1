// Forms of integer arithmetic that set the carry: add.cc, sub.cc, mad.cc.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::carry {

/// Whether the instruction has `.cc` (which is taken); then these emit it.
bool build_add_cc(Builder& builder, ptx::Type type);
bool build_sub_cc(Builder& builder, ptx::Type type);
bool build_mad_cc(Builder& builder, ptx::Type type);

}  // namespace warpscope::exec::carry
