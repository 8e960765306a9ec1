// Builders of the matrix instructions, PTX ISA manual section 9.7.14.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::matrix {

void build_ldmatrix(Builder& builder);
void build_stmatrix(Builder& builder);
void build_movmatrix(Builder& builder);
void build_mma(Builder& builder);
/// mma of the shape m8n8k4; all modifiers but layouts and types have been taken.
void build_mma_quads(Builder& builder);
/// wmma.load, wmma.mma and wmma.store.
void build_wmma(Builder& builder);

/// wmma.mma; `mma` has been taken.
void build_wmma_mma(Builder& builder);

}  // namespace warpscope::exec::matrix
