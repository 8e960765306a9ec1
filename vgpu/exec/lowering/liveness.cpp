#include "vgpu/exec/lowering/liveness.h"

namespace warpscope::exec {
namespace {

void count_reads(const ptx::Operand& operand, std::vector<bool>& is_read) {
  if (operand.kind == ptx::Operand::Kind::reg) is_read[operand.index] = true;
  for (const ptx::Operand& element : operand.elements) count_reads(element, is_read);
}

}  // namespace

std::vector<bool> read_registers(const ptx::Function& function) {
  std::vector<bool> is_read(function.registers.size(), false);
  for (const ptx::Instruction& instruction : function.body) {
    if (instruction.guard) is_read[instruction.guard->index] = true;
    const bool has_destination = !instruction.operands.empty() &&
                                 (instruction.operands[0].kind == ptx::Operand::Kind::reg ||
                                  instruction.operands[0].kind == ptx::Operand::Kind::vector ||
                                  instruction.operands[0].kind == ptx::Operand::Kind::pair);
    const std::size_t first = has_destination && instruction.opcode != "brx" ? 1 : 0;
    for (std::size_t i = first; i < instruction.operands.size(); ++i)
      count_reads(instruction.operands[i], is_read);
  }
  return is_read;
}

}  // namespace warpscope::exec
