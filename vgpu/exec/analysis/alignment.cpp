#include "vgpu/exec/analysis/alignment.h"

#include <algorithm>
#include <bit>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

std::uint32_t zeros_of_value(std::uint64_t value) {
  return std::min(static_cast<std::uint32_t>(std::countr_zero(value)), Addresses::kMostZeros);
}

bool is_register(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::reg && !operand.negated;
}

bool is_between_integers(const ptx::Instruction& conversion) {
  return std::none_of(conversion.modifiers.begin(), conversion.modifiers.end(),
                      [](std::string_view modifier) {
                        const auto type = ptx::parse_type(modifier);
                        return modifier == "sat" || (type && ptx::is_float(*type));
                      });
}

// 0 unless the operand is a literal; no shift is by more than 64.
std::uint32_t literal_of(const ptx::Operand& operand) {
  if (operand.kind != ptx::Operand::Kind::integer) return 0;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(operand.bits, 64));
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
  if (operands.size() < 2 || operands[0].kind != ptx::Operand::Kind::reg) return 0;
  const auto type =
      instruction.modifiers.empty() ? std::nullopt : ptx::parse_type(instruction.modifiers.back());
  if (!type || ptx::is_float(*type)) return 0;
  const std::uint32_t a = zeros_of(operands[1]);
  const std::uint32_t b = operands.size() > 2 ? zeros_of(operands[2]) : 0;
  const std::uint32_t c = operands.size() > 3 ? zeros_of(operands[3]) : 0;
  const bool has_two = operands.size() > 2, has_three = operands.size() > 3;
  switch (meaning_of(instruction).value) {
    case Value::copy:
    case Value::address:
    case Value::negative:
      return a;
    case Value::conversion:
      return is_between_integers(instruction) ? a : 0;
    case Value::sum:
    case Value::difference:
    case Value::disjunction:
    case Value::exclusive_or:
      return has_two ? std::min(a, b) : 0;
    case Value::conjunction:
      return has_two ? std::max(a, b) : 0;
    case Value::left_shift:
      return has_two ? std::min(a + literal_of(operands[2]), kMostZeros) : 0;
    case Value::product:
      return has_two && !has_modifier(instruction, "hi") ? std::min(a + b, kMostZeros) : 0;
    case Value::product_sum:
      return has_three && !has_modifier(instruction, "hi")
                 ? std::min(std::min(a + b, kMostZeros), c)
                 : 0;
    case Value::selection:
      return has_three ? std::min(a, b) : 0;
    case Value::complement:
    case Value::right_shift:
    case Value::quotient:
    case Value::smaller:
    case Value::larger:
    case Value::comparison:
    case Value::other:
      break;
  }
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
    const Value value = meaning_of(*definition).value;
    if (value == Value::copy &&
        (is_register(operands[1]) || operands[1].kind == ptx::Operand::Kind::symbol)) {
      next = &operands[1];
    } else if (value == Value::sum && definition->modifiers.size() == 1 && operands.size() == 3 &&
               is_register(operands[1]) && operands[2].kind == ptx::Operand::Kind::integer) {
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
