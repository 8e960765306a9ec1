// What is written behind an instruction's opcode.
#pragma once

#include <algorithm>
#include <string_view>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// True when `modifier` is among the instruction's: "global", "shared::cta", "f32".
inline bool has_modifier(const ptx::Instruction& instruction, std::string_view modifier) {
  return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), modifier) !=
         instruction.modifiers.end();
}

}  // namespace warpscope::exec
