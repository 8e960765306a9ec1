// Operations of kernels whose warps may lose their turn in front of an access
// (LaunchOptions::interleaves). They stand around the plain kernel's, which do what they always do.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::turns {

/// In front of an instruction and of its guard: the warp may lose its turn where memory is accessed
/// that other warps reach, and stores that were held back (machine/held_stores.h) are made where
/// the instruction orders them, or might show them to the warp itself.
void emit_in_front(Builder& builder);

/// Around an instruction, within its guard: a store may be held back; and held back stores are made
/// before an access of the same bytes. `kBegin` in front of it.
void emit_begin(Builder& builder);
void emit_end(Builder& builder);

}  // namespace warpscope::exec::turns
