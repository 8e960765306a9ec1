// What builders of loads, stores and atomics share.
#pragma once

#include <span>

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::memory_access {

/// red.async; `async` has been taken.
void build_red_async(Builder& builder);
/// st.async; `async` has been taken.
void build_st_async(Builder& builder);

/// Reads and drops the modifiers of ld, st, atom and red that order or cache an access; they change
/// no result here.
void take_ordering(Builder& builder);
/// Takes .L2::cache_hint and checks its operand, number `index`, a 64-bit policy.
void check_cache_policy(Builder& builder, std::size_t index);
/// The element operands of a scalar or vector operand.
std::span<const ptx::Operand> elements_of(Builder& builder, const ptx::Operand& operand,
                                          std::uint32_t length);
/// The state space that the modifiers name; generic when they name none.
ptx::Space take_space(Builder& builder);

}  // namespace warpscope::exec::memory_access
