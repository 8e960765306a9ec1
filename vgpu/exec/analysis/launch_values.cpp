#include "vgpu/exec/analysis/launch_values.h"

#include <cstring>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"

namespace warpscope::exec {
namespace {

/// Longer chains are not followed.
constexpr std::uint32_t kMostDepth = 8;

std::uint64_t cut(std::uint64_t value, std::uint32_t bytes) {
  return bytes >= 8 ? value : value & ((std::uint64_t{1} << 8 * bytes) - 1);
}

}  // namespace

std::vector<const ptx::Instruction*> single_settings(const ptx::Function& function) {
  std::vector<const ptx::Instruction*> setting(function.registers.size(), nullptr);
  std::vector<bool> is_set(function.registers.size(), false);
  for (const ptx::Instruction& instruction : function.body) {
    for_each_written(instruction, [&](std::uint32_t reg) {
      setting[reg] = is_set[reg] ? nullptr : &instruction;
      is_set[reg] = true;
    });
  }
  return setting;
}

LaunchValues::LaunchValues(const ptx::Function& function, std::span<const std::byte> parameters)
    : function_(function),
      parameters_(parameters),
      places_(parameter_registers(function)),
      setting_(single_settings(function)) {}

std::optional<std::uint64_t> LaunchValues::of(const ptx::Operand& operand,
                                              std::uint32_t depth) const {
  if (operand.kind == ptx::Operand::Kind::integer) return operand.bits;
  if (operand.kind != ptx::Operand::Kind::reg || operand.negated || depth > kMostDepth)
    return std::nullopt;
  const std::uint32_t bytes = ptx::size_bytes(function_.registers[operand.index].type);
  if (const auto& place = places_[operand.index]) {
    const auto begin = static_cast<std::uint64_t>(place->value);
    if (begin > parameters_.size() || parameters_.size() - begin < place->size_bytes)
      return std::nullopt;
    std::uint64_t value = 0;
    std::memcpy(&value, parameters_.data() + begin, place->size_bytes);
    return value;
  }
  const ptx::Instruction* setting = setting_[operand.index];
  if (setting == nullptr || setting->guard) return std::nullopt;
  const auto value = computed_by(*setting, depth);
  return value ? std::optional(cut(*value, bytes)) : std::nullopt;
}

std::optional<std::uint64_t> LaunchValues::computed_by(const ptx::Instruction& setting,
                                                       std::uint32_t depth) const {
  const Value made = meaning_of(setting).value;
  const auto& operands = setting.operands;
  if (setting.modifiers.empty() || operands.size() < 2) return std::nullopt;
  const auto type = ptx::parse_type(setting.modifiers.back());
  if (!type || ptx::is_float(*type)) return std::nullopt;
  const auto first = of(operands[1], depth + 1);
  if (!first) return std::nullopt;
  if (made == Value::copy || made == Value::address) return first;
  if (operands.size() != 3 || setting.modifiers.size() != 1) return std::nullopt;
  const auto second = of(operands[2], depth + 1);
  if (!second) return std::nullopt;
  if (made == Value::sum) return *first + *second;
  return made == Value::difference ? std::optional(*first - *second) : std::nullopt;
}

}  // namespace warpscope::exec
