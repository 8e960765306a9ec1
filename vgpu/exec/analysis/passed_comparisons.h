// Comparisons that every thread has passed that comes to an instruction.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// The register `lesser` is less than `greater`, or with `may_be_equal` not greater.
struct PassedComparison {
  std::uint32_t lesser = 0;
  ptx::Operand greater;
  bool may_be_equal = false;
};

/// Of integers, before instruction number `at`: of those branches of which only one side leads
/// there, and of the instruction's own guard. What `setp` says is followed through `not`, `and` and
/// `or`, where the result tells.
std::vector<PassedComparison> passed_comparisons(const ptx::Function& function,
                                                 const std::vector<FlowBlock>& blocks,
                                                 std::uint32_t at);

/// The register equals `other`, because only the way from block `from` to block `to` leads on.
struct PassedEquality {
  std::uint32_t reg = 0;
  ptx::Operand other;
  std::uint32_t from = 0, to = 0;
};

/// The same of comparisons by == and != whose branches have one side alone that leads there. Either
/// operand of a comparison may be the register.
std::vector<PassedEquality> passed_equalities(const ptx::Function& function,
                                              const std::vector<FlowBlock>& blocks,
                                              std::uint32_t at);

/// By block: true where only the way from block `from` to block `to` leads.
std::vector<bool> blocks_behind(const std::vector<FlowBlock>& blocks, std::uint32_t from,
                                std::uint32_t to);

}  // namespace warpscope::exec
