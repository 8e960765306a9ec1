// Divisions and roots in kernels that are traced: which lanes have operands for which machine code
// calls a routine (vgpu/counting/rare_operands.h).
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::rare_operands {

/// Behind the operation of the builder's instruction, a div, rcp, sqrt or rsqrt of this type: notes
/// before it what it is given. Nothing where the kernel is not traced, or for forms of which is not
/// known what is rare (other roundings than to nearest, .ftz).
void emit(Builder& builder, ptx::Type type);

}  // namespace warpscope::exec::rare_operands
