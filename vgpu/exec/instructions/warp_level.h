// Builders of instructions that the lanes of a warp execute together.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::warp_level {

void build_shfl(Builder& builder);
void build_vote(Builder& builder);
void build_match(Builder& builder);
void build_redux(Builder& builder);
void build_elect(Builder& builder);
void build_activemask(Builder& builder);

}  // namespace warpscope::exec::warp_level
