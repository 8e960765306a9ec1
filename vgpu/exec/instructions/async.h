// What builders of asynchronous copies and mbarriers share.
#pragma once

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/machine/async_copies.h"

namespace warpscope::exec::async {

/// st.async, or red.async; `async` has been taken.
void build_store_async(Builder& builder, bool is_reduction);

/// 64-bit register with the address that operand `index` names, offset included. Shared addresses
/// may be offsets or generic ones; the handlers take both.
Slot address_register(Builder& builder, std::size_t index, ptx::Space space);

/// Number of a reduction by operator and type for reduction(); 0 when there is none. Takes the
/// operator's modifier and the type.
std::uint32_t take_reduction(Builder& builder, bool is_global);
ReduceBytes reduction(std::uint32_t number);

}  // namespace warpscope::exec::async
