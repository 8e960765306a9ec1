// Builders of bmsk, szext and fns.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::masks {

void build_bmsk(Builder& builder);
void build_szext(Builder& builder);
void build_fns(Builder& builder);

}  // namespace warpscope::exec::masks
