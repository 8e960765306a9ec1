#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/analysis/pipes.h"
#include "vgpu/exec/patterns/code_patterns.h"

namespace warpscope::exec::patterns {
namespace {

bool is_of_copies(const ptx::Instruction& instruction) {
  return meaning_of(instruction).memory == Memory::copy;
}

bool is_copy(const ptx::Instruction& instruction) {
  return is_of_copies(instruction) && has_modifier(instruction, "async") &&
         has_modifier(instruction, "global");
}

bool waits_for_all(const ptx::Instruction& instruction) {
  if (!is_of_copies(instruction) || !has_modifier(instruction, "async")) return false;
  if (has_modifier(instruction, "wait_all")) return true;
  return has_modifier(instruction, "wait_group") && instruction.operands.size() == 1 &&
         instruction.operands[0].kind == ptx::Operand::Kind::integer &&
         instruction.operands[0].bits == 0;
}

// Computing where the next bytes are, and asking for them, is no work that a copy could hide
// behind. Whatever does not compute an index may be work.
bool only_prepares(const ptx::Instruction& instruction) {
  if (is_of_copies(instruction)) return true;
  const Meaning& meaning = meaning_of(instruction);
  return meaning.is_pure && meaning.value != Value::other && !has_floating_type(instruction);
}

bool waits_at_once(const ptx::Function& function, const BasicBlock& block, std::uint32_t first,
                   std::uint32_t wait) {
  for (std::uint32_t i = wait; i > block.first - first; --i) {
    const ptx::Instruction& before = function.body[i - 1];
    if (is_copy(before)) return true;
    if (!only_prepares(before)) return false;
  }
  return false;
}

}  // namespace

void find_immediate_waits(const Code& code, std::vector<CodePattern>& patterns) {
  const std::uint32_t first = code.number(0);
  const std::uint32_t end = first + static_cast<std::uint32_t>(code.function.body.size());
  for (const BasicBlock& block : code.kernel.blocks) {
    if (block.first < first || block.end > end) continue;
    for (std::uint32_t i = block.first - first; i < block.end - first; ++i) {
      if (!waits_for_all(code.function.body[i]) || !waits_at_once(code.function, block, first, i))
        continue;
      patterns.push_back({kImmediateWaits, code.line_of(i), {code.number(i)}});
    }
  }
}

}  // namespace warpscope::exec::patterns
