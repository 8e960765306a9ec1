// Which registers of a function anything reads, and which before they are set.
#pragma once

#include <functional>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// Calls `visit` with each register that the instruction sets.
void for_each_written(const ptx::Instruction& instruction,
                      const std::function<void(std::uint32_t index)>& visit);

/// The same with each register that it reads, the guard's among them.
void for_each_read_register(const ptx::Instruction& instruction,
                            const std::function<void(std::uint32_t index)>& visit);

/// By register: true when what it holds matters, because an instruction reads it that has an effect
/// or that sets a register which matters. ptxas leaves out what only computes others, turns an
/// `atom` whose result does not matter into a `red`, and narrows vector loads.
std::vector<bool> read_registers(const ptx::Function& function);

/// By register: true when an instruction does anything else with it than store it to memory.
std::vector<bool> used_otherwise_than_stored(const ptx::Function& function);

/// By register: true when an instruction does anything else with its value than store it in shared
/// or global memory, also behind moves and selections.
std::vector<bool> used_otherwise_than_carried(const ptx::Function& function);

/// By register: true when an instruction does anything else with it than select it or another value
/// by a predicate. A compiler may load what is only selected in any case.
std::vector<bool> used_otherwise_than_selected(const ptx::Function& function);

/// By instruction: true for a load that ptxas leaves out because nothing that it sets is in
/// `is_read`, which is read_registers(). Volatile loads and those that acquire stay.
std::vector<bool> unread_loads(const ptx::Function& function, const std::vector<bool>& is_read);

/// By register: true when a thread may read it before it has set it, because on some way through
/// `blocks`, which are the function's, no unguarded instruction sets it first.
std::vector<bool> unset_registers(const ptx::Function& function,
                                  const std::vector<FlowBlock>& blocks);

}  // namespace warpscope::exec
