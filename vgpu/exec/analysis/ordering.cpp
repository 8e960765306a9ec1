#include "vgpu/exec/analysis/ordering.h"

#include <algorithm>
#include <array>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/ptx/types.h"

namespace warpscope::exec {
namespace {

template <std::size_t N>
bool has_any(const ptx::Instruction& instruction, const std::array<std::string_view, N>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return has_modifier(instruction, name); });
}

// Spaces that only the block or the thread sees. A generic address may be global.
bool is_private(const ptx::Instruction& instruction) {
  constexpr std::array<std::string_view, 7> kPrivate{
      "shared", "shared::cta", "shared::cluster", "local", "param", "param::entry", "param::func"};
  return has_any(instruction, kPrivate);
}

bool is_commutative(const ptx::Instruction& instruction) {
  constexpr std::array<std::string_view, 6> kOperators{"add", "min", "max", "and", "or", "xor"};
  constexpr std::array<std::string_view, 8> kTypes{"u32", "s32", "b32", "u64",
                                                   "s64", "b64", "u16", "s16"};
  return has_any(instruction, kOperators) && has_any(instruction, kTypes);
}

bool is_atomic_ordered(const ptx::Instruction& instruction, const std::vector<bool>& is_read) {
  if (is_private(instruction)) return false;
  if (!is_commutative(instruction)) return true;
  if (instruction.opcode == "red") return false;
  const ptx::Operand& old = instruction.operands.empty() ? ptx::Operand{} : instruction.operands[0];
  if (old.kind == ptx::Operand::Kind::sink) return false;
  return old.kind != ptx::Operand::Kind::reg || is_read[old.index];
}

bool is_ordered(const ptx::Instruction& instruction, const std::vector<bool>& is_read) {
  constexpr std::array<std::string_view, 6> kStrong{"volatile", "relaxed", "acquire",
                                                    "release",  "acq_rel", "mmio"};
  constexpr std::array<std::string_view, 4> kBeyondBlock{"gl", "gpu", "sys", "cluster"};
  const std::string_view opcode = instruction.opcode;
  if (opcode == "atom" || opcode == "red") return is_atomic_ordered(instruction, is_read);
  if (opcode == "ld" || opcode == "st")
    return !is_private(instruction) && has_any(instruction, kStrong);
  if (opcode == "membar" || opcode == "fence") return has_any(instruction, kBeyondBlock);
  if (opcode == "cp" && has_modifier(instruction, "reduce")) return true;
  if (opcode == "call") {
    // Functions with a body are looked at themselves; those without belong to the system.
    constexpr std::array<std::string_view, 3> kSystem{"vprintf", "malloc", "free"};
    if (instruction.operands.size() < 2) return false;
    const std::string_view callee = instruction.operands[1].name;
    return std::find(kSystem.begin(), kSystem.end(), callee) != kSystem.end() ||
           callee.starts_with(kDeviceRuntimePrefix);
  }
  return std::any_of(instruction.operands.begin(), instruction.operands.end(),
                     [](const ptx::Operand& operand) {
                       return operand.kind == ptx::Operand::Kind::special &&
                              operand.name.starts_with("globaltimer");
                     });
}

}  // namespace

bool is_ordered(const ptx::Function& function) {
  const std::vector<bool> is_read = read_registers(function);
  return std::any_of(
      function.body.begin(), function.body.end(),
      [&](const ptx::Instruction& instruction) { return is_ordered(instruction, is_read); });
}

}  // namespace warpscope::exec
