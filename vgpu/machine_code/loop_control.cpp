#include "vgpu/machine_code/loop_control.h"

namespace warpscope::machine_code {
namespace {

using Kind = ptx::Operand::Kind;

bool is_register(const ptx::Operand& operand, std::uint32_t index) {
  return operand.kind == Kind::reg && operand.index == index;
}

bool sets(const ptx::Instruction& instruction, std::uint32_t index) {
  return !instruction.operands.empty() && is_register(instruction.operands[0], index);
}

/// add r, r, 1
bool counts(const ptx::Instruction& instruction, std::uint32_t index) {
  const auto& operands = instruction.operands;
  return (instruction.opcode == "add" || instruction.opcode == "sub") && operands.size() == 3 &&
         is_register(operands[0], index) && is_register(operands[1], index) &&
         operands[2].kind == Kind::integer;
}

std::optional<std::uint32_t> setter_in(const ptx::Function& function, std::uint32_t first,
                                       std::uint32_t end, std::uint32_t index) {
  for (std::uint32_t i = end; i-- > first;) {
    if (sets(function.body[i], index)) return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> jumps_to(const ptx::Function& function, std::uint32_t instruction) {
  const ptx::Instruction& branch = function.body[instruction];
  if (branch.opcode != "bra" || branch.operands.empty()) return std::nullopt;
  const auto target = function.labels.find(branch.operands[0].name);
  return target == function.labels.end() ? std::nullopt : std::optional(target->second);
}

std::vector<std::uint32_t> loop_control(const ptx::Function& function, std::uint32_t first,
                                        std::uint32_t end) {
  if (first == end) return {};
  const ptx::Instruction& branch = function.body[end - 1];
  if (branch.opcode != "bra" || !branch.guard) return {};
  const bool is_left_by_it = end < function.body.size() && !function.body[end].guard;
  if (jumps_to(function, end - 1) != first && !(is_left_by_it && jumps_to(function, end) == first))
    return {};
  std::vector<std::uint32_t> found{end - 1};
  const auto comparison = setter_in(function, first, end - 1, branch.guard->index);
  if (!comparison || function.body[*comparison].opcode != "setp") return found;
  found.push_back(*comparison);
  for (const ptx::Operand& operand : function.body[*comparison].operands) {
    if (operand.kind != Kind::reg) continue;
    const auto setter = setter_in(function, first, end, operand.index);
    if (setter && counts(function.body[*setter], operand.index)) found.push_back(*setter);
  }
  return found;
}

}  // namespace warpscope::machine_code
