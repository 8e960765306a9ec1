#include "vgpu/exec/analysis/stored_sums.h"

#include <algorithm>
#include <cstdint>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

bool is_sum_of_words(const ptx::Instruction& instruction) {
  return instruction.opcode == "add" && instruction.operands.size() == 3 &&
         (has_modifier(instruction, "s32") || has_modifier(instruction, "u32")) &&
         !has_modifier(instruction, "cc") && !has_modifier(instruction, "sat") &&
         instruction.operands[1].kind == ptx::Operand::Kind::reg;
}

/// What it sets is as large as one of what it reads, or a sum of it.
bool carries_sums(const ptx::Instruction& instruction) {
  const Meaning& meaning = meaning_of(instruction);
  if (meaning.lanes == Lanes::as_selector) return true;  // shfl
  switch (meaning.value) {
    case Value::copy:
    case Value::conversion:
    case Value::sum:
    case Value::difference:
    case Value::selection:
    case Value::smaller:
      return true;
    default:
      return false;
  }
}

/// Behind the address, of what changes shared or global memory.
void for_each_stored(const ptx::Instruction& instruction, const auto& visit) {
  const Memory memory = meaning_of(instruction).memory;
  const bool gives_first = memory == Memory::atomic;  // the old value
  if (!gives_first && memory != Memory::store && memory != Memory::reduction) return;
  if (has_modifier(instruction, "local") || has_modifier(instruction, "param")) return;
  for (std::size_t i = gives_first ? 2 : 1; i < instruction.operands.size(); ++i) {
    const ptx::Operand& operand = instruction.operands[i];
    if (operand.kind == ptx::Operand::Kind::reg) visit(operand.index);
    if (operand.kind != ptx::Operand::Kind::vector) continue;
    for (const ptx::Operand& element : operand.elements)
      if (element.kind == ptx::Operand::Kind::reg) visit(element.index);
  }
}

}  // namespace

std::vector<bool> stored_sums(const ptx::Function& function) {
  const auto& body = function.body;
  if (std::none_of(body.begin(), body.end(), is_sum_of_words)) return {};
  std::vector<std::vector<std::uint32_t>> setters(function.registers.size());
  for (std::uint32_t i = 0; i < body.size(); ++i)
    for_each_written(body[i], [&](std::uint32_t index) { setters[index].push_back(i); });
  std::vector<bool> is_seen(setters.size());
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t index) {
    if (!is_seen[index]) open.push_back(index);
    is_seen[index] = true;
  };
  for (const ptx::Instruction& instruction : body) for_each_stored(instruction, visit);
  std::vector<bool> result(body.size());
  bool is_any = false;
  while (!open.empty()) {
    const std::uint32_t index = open.back();
    open.pop_back();
    for (const std::uint32_t setter : setters[index]) {
      if (!carries_sums(body[setter])) continue;
      if (is_sum_of_words(body[setter])) is_any = result[setter] = true;
      for_each_read_register(body[setter], visit);
    }
  }
  return is_any ? result : std::vector<bool>{};
}

}  // namespace warpscope::exec
