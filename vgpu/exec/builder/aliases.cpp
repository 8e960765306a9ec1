// Registers that only ever hold a value that is known before the warp runs.
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/builder/sizes.h"

namespace warpscope::exec {

bool Builder::is_local_in_function(const ptx::Operand& symbol) const {
  ptx::Space space = ptx::Space::generic;
  return !is_entry() && symbol_value(symbol.name, &space) && space == ptx::Space::local;
}

// True for a special register whose value is not known before the warp runs.
bool Builder::is_read_at_run_time(std::string_view special_register) const {
  return handlers_.special_register(special_register, 4) != nullptr ||
         handlers_.special_register(special_register, 8) != nullptr;
}

// The slot that holds what `instruction` computes, when that is known before the warp runs.
std::optional<Slot> Builder::alias_of(const ptx::Instruction& instruction) {
  if (instruction.guard || instruction.operands.size() != 2 || instruction.modifiers.empty())
    return std::nullopt;
  const ptx::Operand& to = instruction.operands[0];
  const ptx::Operand& from = instruction.operands[1];
  const auto type = ptx::parse_type(instruction.modifiers.back());
  if (to.kind != ptx::Operand::Kind::reg || !type) return std::nullopt;
  const ptx::Type register_type = function_.registers.at(to.index).type;
  if (register_type == ptx::Type::pred || ptx::size_bytes(*type) < 2) return std::nullopt;
  if (meaning_of(instruction).memory == Memory::load && instruction.modifiers.size() == 2 &&
      instruction.modifiers[0] == "param") {
    if (from.kind != ptx::Operand::Kind::address || from.elements.size() != 1 ||
        from.elements[0].kind != ptx::Operand::Kind::symbol) {
      return std::nullopt;
    }
    ptx::Space space = ptx::Space::generic;
    const auto value = symbol_value(from.elements[0].name, &space);
    if (!value || space != ptx::Space::param) return std::nullopt;
    return parameter(*value + from.elements[0].bits + from.bits, *type,
                     lane_bytes_of(register_type));
  }
  if (lane_bytes_of(register_type) != lane_bytes_of(*type)) return std::nullopt;
  const Value value = meaning_of(instruction).value;
  const bool is_mov = value == Value::copy && instruction.modifiers.size() == 1;
  const bool is_to_global = value == Value::address && instruction.modifiers.size() == 3 &&
                            instruction.modifiers[0] == "to" &&
                            instruction.modifiers[1] == "global";
  if (!is_mov && !is_to_global) return std::nullopt;
  switch (from.kind) {
    case ptx::Operand::Kind::symbol:
      if (is_local_in_function(from)) return std::nullopt;
      return source(from, *type);
    case ptx::Operand::Kind::special:
      if (is_read_at_run_time(from.name) || ptx::size_bytes(*type) != 4) return std::nullopt;
      return source(from, *type);
    case ptx::Operand::Kind::integer:
    case ptx::Operand::Kind::floating:
      return source(from, *type);
    default:
      return std::nullopt;
  }
}

void Builder::find_aliases() {
  std::vector<std::uint32_t> definitions(function_.registers.size(), 0);
  const auto count = [&](const ptx::Operand& operand, const auto& count_elements) -> void {
    if (operand.kind == ptx::Operand::Kind::reg) ++definitions[operand.index];
    for (const ptx::Operand& element : operand.elements) count_elements(element, count_elements);
  };
  // Whatever stands first may be a destination, except an address; counting too many only costs an
  // operation.
  for (const ptx::Instruction& instruction : function_.body) {
    if (!instruction.operands.empty() &&
        instruction.operands[0].kind != ptx::Operand::Kind::address)
      count(instruction.operands[0], count);
  }
  std::vector<bool> is_copy_of_alias(function_.registers.size(), false);
  for (std::uint32_t i = 0; i < function_.body.size(); ++i) {
    const ptx::Instruction& instruction = function_.body[i];
    if (instruction.operands.empty() || instruction.operands[0].kind != ptx::Operand::Kind::reg)
      continue;
    const std::uint32_t to = instruction.operands[0].index;
    if (definitions[to] != 1) continue;
    begin(instruction, i);
    std::optional<Slot> slot;
    try {
      slot = alias_of(instruction);
    } catch (const Unsupported&) {
      continue;  // reported when the instruction itself is lowered
    }
    // cvta.to.global of a register with a known value: global and generic addresses are the same
    // here.
    const bool is_to_global =
        meaning_of(instruction).value == Value::address && !instruction.guard &&
        instruction.modifiers.size() == 3 && instruction.modifiers[0] == "to" &&
        instruction.modifiers[1] == "global" && instruction.operands.size() == 2 &&
        instruction.operands[1].kind == ptx::Operand::Kind::reg;
    if (!slot && is_to_global && is_copy_of_alias[instruction.operands[1].index])
      slot = registers_[instruction.operands[1].index];
    if (!slot) continue;
    registers_[to] = *slot;
    is_copy_of_alias[to] = true;
    left_out_[i] = true;
  }
}

}  // namespace warpscope::exec
