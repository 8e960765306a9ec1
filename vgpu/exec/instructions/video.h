// What builders of the video instructions share, PTX ISA manual section 9.7.18.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::video {

/// The type of an operand, which must be u32 or s32: true for s32.
bool need_sign(Builder& builder);
/// The operand without its part (.b0) and its sign, which the caller reads itself.
ptx::Operand whole_register(const ptx::Operand& operand);

}  // namespace warpscope::exec::video
