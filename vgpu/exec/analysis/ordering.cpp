#include "vgpu/exec/analysis/ordering.h"

#include <algorithm>
#include <array>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/ptx/types.h"

namespace warpscope::exec {
namespace {

template <std::size_t N>
bool has_any(const ptx::Instruction& instruction, const std::array<std::string_view, N>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return has_modifier(instruction, name); });
}

bool is_commutative(const ptx::Instruction& instruction) {
  constexpr std::array<std::string_view, 6> kOperators{"add", "min", "max", "and", "or", "xor"};
  constexpr std::array<std::string_view, 8> kTypes{"u32", "s32", "b32", "u64",
                                                   "s64", "b64", "u16", "s16"};
  return has_any(instruction, kOperators) && has_any(instruction, kTypes);
}

// Somebody uses what an atomic found.
bool is_old_value_read(const ptx::Instruction& instruction, const std::vector<bool>& is_read) {
  if (meaning_of(instruction).memory == Memory::reduction) return false;
  const ptx::Operand& old = instruction.operands.empty() ? ptx::Operand{} : instruction.operands[0];
  if (old.kind == ptx::Operand::Kind::sink) return false;
  return old.kind != ptx::Operand::Kind::reg || is_read[old.index];
}

bool is_atomic_ordered(const ptx::Instruction& instruction, const std::vector<bool>& is_read) {
  if (is_within_block(instruction)) return false;
  return !is_commutative(instruction) || is_old_value_read(instruction, is_read);
}

// Tells what another block may have done.
bool looks_at_others(const ptx::Instruction& instruction, const std::vector<bool>& is_read) {
  switch (meaning_of(instruction).memory) {
    case Memory::anything:
      return true;
    case Memory::atomic:
      return !is_within_block(instruction) && is_old_value_read(instruction, is_read);
    case Memory::load:
      return !is_within_block(instruction) && is_strong(instruction);
    default:
      return false;
  }
}

// By block: it stands where a branch leads back over it. A loop has no others; a block that is only
// laid out between those of a loop is among them.
std::vector<bool> blocks_in_loops(const std::vector<FlowBlock>& blocks) {
  std::vector<std::int64_t> change(blocks.size() + 1);
  for (std::size_t from = 0; from < blocks.size(); ++from) {
    for (const std::uint32_t to : blocks[from].successors) {
      if (to > from) continue;  // forward, or the exit
      ++change[to];
      --change[from + 1];
    }
  }
  std::vector<bool> result;
  std::int64_t loops = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) result.push_back((loops += change[i]) > 0);
  return result;
}

// Functions with a body are looked at themselves; those without belong to the system.
bool is_system_call(const ptx::Instruction& instruction) {
  constexpr std::array<std::string_view, 3> kSystem{"vprintf", "malloc", "free"};
  if (instruction.operands.size() < 2) return false;
  const std::string_view callee = instruction.operands[1].name;
  return std::find(kSystem.begin(), kSystem.end(), callee) != kSystem.end() ||
         callee.starts_with(kDeviceRuntimePrefix);
}

bool reads_global_timer(const ptx::Instruction& instruction) {
  return std::any_of(instruction.operands.begin(), instruction.operands.end(),
                     [](const ptx::Operand& operand) {
                       return operand.kind == ptx::Operand::Kind::special &&
                              operand.name.starts_with("globaltimer");
                     });
}

bool is_ordered(const ptx::Instruction& instruction, const std::vector<bool>& is_read) {
  constexpr std::array<std::string_view, 4> kBeyondBlock{"gl", "gpu", "sys", "cluster"};
  switch (meaning_of(instruction).memory) {
    case Memory::anything:
      return true;
    case Memory::atomic:
    case Memory::reduction:
      return is_atomic_ordered(instruction, is_read);
    case Memory::load:
    case Memory::store:
      return !is_within_block(instruction) && is_strong(instruction);
    case Memory::fence:
      return has_any(instruction, kBeyondBlock);
    case Memory::copy:
      return has_modifier(instruction, "reduce");
    case Memory::call:
      return is_system_call(instruction);
    case Memory::none:
    case Memory::load_of_constants:
    case Memory::matrix_load:
    case Memory::matrix_load_store:
    case Memory::barrier:
    case Memory::of_block:
    case Memory::image_load:
    case Memory::image_store:
      return reads_global_timer(instruction);
  }
  return true;
}

}  // namespace

bool is_ordered(const ptx::Function& function) {
  const std::vector<bool> is_read = read_registers(function);
  return std::any_of(
      function.body.begin(), function.body.end(),
      [&](const ptx::Instruction& instruction) { return is_ordered(instruction, is_read); });
}

bool sees_other_blocks(const ptx::Function& function) {
  const std::vector<bool> is_read = read_registers(function);
  return std::ranges::any_of(function.body, [&](const ptx::Instruction& instruction) {
    return looks_at_others(instruction, is_read);
  });
}

bool may_wait_for_blocks(const ptx::Function& function) {
  const std::vector<bool> is_read = read_registers(function);
  const auto looks = [&](const ptx::Instruction& instruction) {
    return looks_at_others(instruction, is_read);
  };
  if (std::ranges::none_of(function.body, looks)) return false;
  if (!function.is_entry) return true;
  const std::vector<FlowBlock> blocks = control_flow(function);
  const std::vector<bool> is_in_loop = blocks_in_loops(blocks);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto begin = function.body.begin() + blocks[i].first;
    if (is_in_loop[i] && std::any_of(begin, function.body.begin() + blocks[i].end, looks))
      return true;
  }
  return false;
}

bool reads_clock(const ptx::Function& function) {
  const auto is_clock = [](const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::special &&
           (operand.name.starts_with("globaltimer") || operand.name.starts_with("clock"));
  };
  return std::ranges::any_of(function.body, [&](const ptx::Instruction& instruction) {
    return std::ranges::any_of(instruction.operands, is_clock);
  });
}

bool can_be_undone(const ptx::Function& function) {
  return std::ranges::none_of(function.body, [](const ptx::Instruction& instruction) {
    if (instruction.opcode != "call" || instruction.operands.size() < 2) return false;
    const std::string_view callee = instruction.operands[1].name;
    return callee == "malloc" || callee == "free" || callee.starts_with(kDeviceRuntimePrefix);
  });
}

}  // namespace warpscope::exec
