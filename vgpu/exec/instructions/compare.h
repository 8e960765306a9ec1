// Builders of comparison and selection.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::compare {

void build_setp(Builder& builder);
void build_set(Builder& builder);
void build_selp(Builder& builder);
void build_slct(Builder& builder);

}  // namespace warpscope::exec::compare
