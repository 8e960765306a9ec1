// Builders of the video instructions, PTX ISA manual section 9.7.18.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::video {

/// vadd2, vsub4, vset2 and the like; the opcode says which and how many elements.
void build_simd(Builder& builder);
/// vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset: on words, or on bytes and halves of them.
void build_scalar(Builder& builder);
/// vmad.
void build_multiply_add(Builder& builder);

/// The type of an operand, which must be u32 or s32: true for s32.
bool need_sign(Builder& builder);
/// The operand without its part (.b0) and its sign, which the caller reads itself.
ptx::Operand whole_register(const ptx::Operand& operand);

}  // namespace warpscope::exec::video
