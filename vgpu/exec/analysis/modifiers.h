// What is written behind an instruction's opcode.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// True when `modifier` is among the instruction's: "global", "shared::cta", "f32".
inline bool has_modifier(const ptx::Instruction& instruction, std::string_view modifier) {
  return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), modifier) !=
         instruction.modifiers.end();
}

/// True for accesses that other threads may see in their order, and that are made whatever becomes
/// of their value.
inline bool is_strong(const ptx::Instruction& instruction) {
  constexpr std::array<std::string_view, 6> kStrong{"volatile", "relaxed", "acquire",
                                                    "release",  "acq_rel", "mmio"};
  return std::any_of(kStrong.begin(), kStrong.end(),
                     [&](std::string_view name) { return has_modifier(instruction, name); });
}

/// True for accesses of param space, whatever its form.
inline bool has_space_of_parameters(const ptx::Instruction& instruction) {
  return std::any_of(instruction.modifiers.begin(), instruction.modifiers.end(),
                     [](std::string_view modifier) { return modifier.starts_with("param"); });
}

/// True for accesses of local memory, constants and parameters: neither global nor shared memory,
/// nor by a generic address.
inline bool is_of_other_space(const ptx::Instruction& instruction) {
  return has_modifier(instruction, "local") || has_modifier(instruction, "const") ||
         has_space_of_parameters(instruction);
}

/// True for accesses of shared memory, whatever its form. A generic address may be shared as well.
inline bool is_of_shared_space(const ptx::Instruction& instruction) {
  return std::any_of(instruction.modifiers.begin(), instruction.modifiers.end(),
                     [](std::string_view modifier) { return modifier.starts_with("shared"); });
}

/// True for accesses that only the block or the thread sees. A generic address may be global.
inline bool is_within_block(const ptx::Instruction& instruction) {
  return is_of_shared_space(instruction) || is_of_other_space(instruction);
}

/// Of what a lane accesses, or 0 where that is not known.
inline std::uint32_t accessed_bytes(const ptx::Instruction& instruction) {
  std::uint32_t elements = 1;
  if (has_modifier(instruction, "v2")) elements = 2;
  if (has_modifier(instruction, "v4")) elements = 4;
  if (has_modifier(instruction, "v8")) elements = 8;
  for (const std::string_view modifier : instruction.modifiers) {
    const auto type = ptx::parse_type(modifier);
    if (type) return elements * ptx::size_bytes(*type);
  }
  return 0;
}

}  // namespace warpscope::exec
