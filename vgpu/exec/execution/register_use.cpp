#include "vgpu/exec/execution/register_use.h"

#include <algorithm>
#include <set>
#include <utility>

#include "vgpu/exec/analysis/liveness.h"

namespace warpscope::exec {
namespace {

/// Where a register gets its only value from.
struct OnlySet {
  std::uint32_t definitions = 0;
  const ptx::Instruction* by = nullptr;
};

std::uint32_t parameter_number(const ptx::Function& function, const ptx::Instruction& load) {
  if (load.opcode != "ld" || load.guard || load.operands.size() != 2) return 0;
  const ptx::Operand& from = load.operands[1];
  if (load.operands[0].kind != ptx::Operand::Kind::reg ||
      from.kind != ptx::Operand::Kind::address || from.bits != 0 || from.elements.empty() ||
      from.elements[0].kind != ptx::Operand::Kind::symbol || from.elements[0].bits != 0)
    return 0;
  const auto& parameters = function.parameters;
  const auto found = std::ranges::find(parameters, from.elements[0].name, &ptx::Variable::name);
  // Of a structure only a part is loaded, so a name for the whole would be wrong.
  if (found == parameters.end() || found->size_bytes > 8) return 0;
  return static_cast<std::uint32_t>(found - parameters.begin()) + 1;
}

/// The register that the instruction hands on as it is: cvta of a pointer, mov.
const ptx::Operand* copied(const ptx::Instruction& instruction) {
  const bool is_copy = instruction.opcode == "mov" || instruction.opcode == "cvta";
  if (!is_copy || instruction.guard || instruction.operands.size() != 2 ||
      instruction.operands[0].kind != ptx::Operand::Kind::reg)
    return nullptr;
  return &instruction.operands[1];
}

}  // namespace

std::vector<RegisterUse> uses_of(const Program& program, const ptx::Function& function) {
  const std::size_t count = function.registers.size();
  std::vector<RegisterUse> uses(count);
  std::vector<OnlySet> origins(count);
  std::vector<std::set<SourceLine>> set_at(count), read_at(count);
  for (const ptx::Instruction& instruction : function.body) {
    const SourceLine where = attribute(program, function, instruction);
    for_each_written(instruction, [&](std::uint32_t index) {
      ++origins[index].definitions;
      origins[index].by = &instruction;
      set_at[index].insert(where);
    });
    for_each_read_register(instruction, [&](std::uint32_t index) { read_at[index].insert(where); });
  }
  // A copy comes behind what it copies, except around loops, where a register is set twice.
  for (const ptx::Instruction& instruction : function.body) {
    for_each_written(instruction, [&](std::uint32_t index) {
      RegisterUse& use = uses[index];
      if (origins[index].definitions != 1) return;
      use.parameter = parameter_number(function, instruction);
      const ptx::Operand* from = copied(instruction);
      if (from == nullptr) return;
      if (from->kind == ptx::Operand::Kind::special) use.special = from->name;
      if (from->kind == ptx::Operand::Kind::reg) {
        use.parameter = uses[from->index].parameter;
        use.special = uses[from->index].special;
      }
    });
  }
  for (std::size_t i = 0; i < count; ++i) {
    RegisterUse& use = uses[i];
    for (const SourceLine& where : set_at[i]) {
      if (where.line != 0) use.set_at.push_back(where.line);
      use.file = where == *set_at[i].begin() || where.file == use.file ? where.file : "";
    }
    if (!set_at[i].empty() && set_at[i].begin()->line == 0) use.file.clear();
    use.is_read_elsewhere = std::ranges::any_of(
        read_at[i], [&](const SourceLine& where) { return !set_at[i].contains(where); });
  }
  return uses;
}

}  // namespace warpscope::exec
