// Builders of loads, stores and atomics.
#pragma once

#include "vgpu/exec/lowering/builder.h"

namespace warpscope::exec::memory_access {

void build_ld(Builder& builder);
void build_st(Builder& builder);
void build_atom(Builder& builder);
void build_red(Builder& builder);

/// Reads and drops the modifiers of ld, st, atom and red that order or cache an access; they change
/// no result here.
void take_ordering(Builder& builder);
/// The state space that the modifiers name; generic when they name none.
ptx::Space take_space(Builder& builder);

}  // namespace warpscope::exec::memory_access
