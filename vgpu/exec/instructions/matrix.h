// What builders of the matrix instructions share, PTX ISA manual section 9.7.14.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::matrix {

/// mma of the shape m8n8k4; all modifiers but layouts and types have been taken.
void build_mma_quads(Builder& builder);

/// wmma.mma; `mma` has been taken.
void build_wmma_mma(Builder& builder);

}  // namespace warpscope::exec::matrix
