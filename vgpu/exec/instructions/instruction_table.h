// The one list of instructions that the machine knows.
#pragma once

#include <span>
#include <string_view>

#include "vgpu/exec/lowering/builder.h"

namespace warpscope::exec {

struct InstructionRow {
  std::string_view opcode;
  /// Emits the operations of one instruction; throws Unsupported for a form that the machine does
  /// not have.
  void (*build)(Builder&);
  /// True when all lanes of the path must reach it together (barriers, shuffles): a guard becomes a
  /// branch around it.
  bool is_collective;
  std::string_view summary;
};

/// Sorted by opcode.
std::span<const InstructionRow> instruction_table();
/// nullptr when the machine does not know the opcode.
const InstructionRow* find_instruction(std::string_view opcode);

}  // namespace warpscope::exec
