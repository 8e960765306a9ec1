// Operations of launches that leave out what threads exchange through shared memory
// (LeftOut::shared_exchange): they note who writes, and a load of what another thread wrote gives
// zeros. In kernels with turns (Kernel::has_turns).
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::others_words {

/// Around an instruction, within its guard: `emit_begin` in front of it.
void emit_begin(Builder& builder);
void emit_end(Builder& builder);

}  // namespace warpscope::exec::others_words
