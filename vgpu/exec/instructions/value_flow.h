// Operations that follow the values which shuffles take from lanes that do not take part, in
// observed kernels: whether anything comes of them.
//
// Such a value is no mistake by itself. A sum over the first lanes of a warp takes some and throws
// them away; only what memory, an address or a branch depends on counts.
#pragma once

#include <vector>

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::value_flow {

/// Before the operations of the instruction that is being lowered, where its guard holds.
/// `undefined`: undefined_registers() of the function.
void emit_before(Builder& builder, const std::vector<bool>& undefined);
/// Before its guard.
void emit_guard(Builder& builder, const std::vector<bool>& undefined);

/// For a shuffle that is being lowered: what note_sources() needs: the value of
/// GroupOperands::undefined_flow.
std::uint32_t add_shuffle(Builder& builder);
/// The lanes that act in a shuffle have taken the value of lane sources[lane] each. `members`: all
/// that took part; `out_of_range`: those that kept their own value.
void note_sources(WarpContext& context, const Operation& operation, const std::uint32_t* sources,
                  std::uint32_t members, std::uint32_t out_of_range);

}  // namespace warpscope::exec::value_flow
