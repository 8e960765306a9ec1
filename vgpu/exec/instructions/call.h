// Calls of device functions, PTX ISA manual section 9.7.12 (call, ret) and 7.1 (calling
// convention).
#pragma once

#include <span>

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::call {

/// `ret` of a function that was called; of an entry function it is control::build_exit.
void build_return(Builder& builder);
/// ld.param and st.param of a variable in the function's frame: arguments and results of calls.
void build_parameter_access(Builder& builder, const ParameterArea& area, std::uint64_t offset,
                            ptx::Type type, std::span<const ptx::Operand> elements, bool is_store);

/// d = a + b in 64 bits.
const Operation* add_address(WarpContext& c, const Operation* op);

/// At the beginning of a function that takes the address of a parameter, which then lies in its
/// local memory: copies it there from `area`. `local_base` is LoweredFunction::local_base.
void emit_local_parameter(Builder& builder, const ParameterArea& area, Slot local_base,
                          std::uint64_t local_offset);

}  // namespace warpscope::exec::call
