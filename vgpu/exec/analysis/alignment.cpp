#include "vgpu/exec/analysis/alignment.h"

#include <algorithm>
#include <bit>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

std::uint32_t zeros_of_value(std::uint64_t value) {
  return std::min(static_cast<std::uint32_t>(std::countr_zero(value)), Addresses::kMostZeros);
}

bool is_register(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::reg && !operand.negated;
}

}  // namespace

Addresses::Addresses(const ptx::Function& function, const PlaceOf& place_of)
    : place_of_(place_of),
      zeros_(function.registers.size(), kMostZeros),
      definitions_(function.registers.size(), 0),
      definition_of_(function.registers.size(), nullptr) {
  for (const ptx::Instruction& instruction : function.body) {
    for_each_written(instruction, [&](std::uint32_t index) {
      ++definitions_[index];
      definition_of_[index] = instruction.guard ? nullptr : &instruction;
    });
  }
  for (std::size_t i = 0; i < zeros_.size(); ++i) {
    if (definitions_[i] == 0) zeros_[i] = 0;
  }
  // Values only become smaller: a loop's counter begins as what it is first set to.
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const ptx::Instruction& instruction : function.body) {
      const auto found = static_cast<std::uint8_t>(zeros_of(instruction));
      for_each_written(instruction, [&](std::uint32_t index) {
        if (found >= zeros_[index]) return;
        zeros_[index] = found;
        is_changed = true;
      });
    }
  }
}

std::uint32_t Addresses::zeros_of(const ptx::Operand& operand) const {
  switch (operand.kind) {
    case ptx::Operand::Kind::reg:
      return zeros_[operand.index];
    case ptx::Operand::Kind::integer:
      return zeros_of_value(operand.bits);
    case ptx::Operand::Kind::symbol: {
      const auto place = place_of_(operand.name);
      return place ? zeros_of_value(*place + operand.bits) : 0;
    }
    default:
      return 0;
  }
}

std::uint32_t Addresses::zeros_of(const ptx::Instruction& instruction) const {
  const auto& operands = instruction.operands;
  const std::string_view name = instruction.opcode;
  if (operands.size() < 2 || operands[0].kind != ptx::Operand::Kind::reg) return 0;
  const auto type =
      instruction.modifiers.empty() ? std::nullopt : ptx::parse_type(instruction.modifiers.back());
  if (!type || ptx::is_float(*type)) return 0;
  const std::uint32_t a = zeros_of(operands[1]);
  if (name == "mov" || name == "cvta" || name == "neg") return a;
  if (name == "cvt") {
    for (const std::string_view modifier : instruction.modifiers) {
      const auto each = ptx::parse_type(modifier);
      if (modifier == "sat" || (each && ptx::is_float(*each))) return 0;
    }
    return a;
  }
  if (operands.size() < 3) return 0;
  const std::uint32_t b = zeros_of(operands[2]);
  const bool is_literal = operands[2].kind == ptx::Operand::Kind::integer;
  const auto literal = static_cast<std::uint32_t>(std::min<std::uint64_t>(operands[2].bits, 64));
  if (name == "add" || name == "sub" || name == "or" || name == "xor") return std::min(a, b);
  if (name == "and") return std::max(a, b);
  if (name == "shl") return std::min(a + (is_literal ? literal : 0), kMostZeros);
  if (name == "mul") return has_modifier(instruction, "hi") ? 0 : std::min(a + b, kMostZeros);
  if (operands.size() < 4) return 0;
  if (name == "mad")
    return has_modifier(instruction, "hi")
               ? 0
               : std::min(std::min(a + b, kMostZeros), zeros_of(operands[3]));
  if (name == "selp") return std::min(a, b);
  return 0;
}

std::optional<Origin> Addresses::origin(const ptx::Operand& address) const {
  if (address.kind != ptx::Operand::Kind::address || address.elements.size() != 1)
    return std::nullopt;
  const ptx::Operand* base = &address.elements[0];
  Origin result;
  result.distance = static_cast<std::int64_t>(address.bits);
  // A chain of additions; hostile PTX may close it to a ring.
  for (std::uint32_t steps = 0; steps < 64; ++steps) {
    if (base->kind == ptx::Operand::Kind::symbol) {
      const auto place = place_of_(base->name);
      if (!place) return std::nullopt;
      result.distance += static_cast<std::int64_t>(*place + base->bits);
      return result;
    }
    if (!is_register(*base)) return std::nullopt;
    result.root = base->index;
    result.is_fixed = definitions_[base->index] == 1;
    const ptx::Instruction* definition = definition_of_[base->index];
    if (!result.is_fixed || definition == nullptr || definition->operands.size() < 2) return result;
    const auto& operands = definition->operands;
    const ptx::Operand* next = nullptr;
    std::int64_t distance = 0;
    if (definition->opcode == "mov" &&
        (is_register(operands[1]) || operands[1].kind == ptx::Operand::Kind::symbol)) {
      next = &operands[1];
    } else if (definition->opcode == "add" && definition->modifiers.size() == 1 &&
               operands.size() == 3 && is_register(operands[1]) &&
               operands[2].kind == ptx::Operand::Kind::integer) {
      next = &operands[1];
      distance = static_cast<std::int64_t>(operands[2].bits);
    }
    if (next == nullptr) return result;
    const bool is_variable = next->kind == ptx::Operand::Kind::symbol && place_of_(next->name);
    const bool is_fixed_register = is_register(*next) && definitions_[next->index] == 1;
    if (!is_variable && !is_fixed_register) return result;
    base = next;
    result.distance += distance;
    result.root = Origin::kNowhere;
  }
  return std::nullopt;
}

}  // namespace warpscope::exec
