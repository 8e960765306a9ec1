// The one list of instructions that the machine knows. docs/reference/instructions.md is made from
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec {

/// Chapters of the PTX ISA manual's section 9.7, by which the document groups the instructions.
enum class Section : std::uint8_t {
  integer,          ///< Integer Arithmetic and Extended-Precision Integer Arithmetic
  floating,         ///< Floating-Point and Half Precision Floating-Point
  comparison,       ///< Comparison and Selection
  logic,            ///< Logic and Shift
  movement,         ///< Data Movement and Conversion
  texture,          ///< Texture and Surface
  control,          ///< Control Flow
  synchronisation,  ///< Parallel Synchronization and Communication
  matrix,           ///< Warp Level Matrix
  stack,            ///< Stack Manipulation
  video,            ///< Video
  miscellaneous,    ///< Miscellaneous
};
std::string_view title(Section section);

/// Emits the operations of one instruction; throws Unsupported for a form that the machine does not
/// have. A builder is declared where its row stands, and nowhere else.
using Build = void(Builder&);

struct InstructionRow {
  std::string_view opcode;
  Build* build;
  Meaning meaning;
  std::string_view summary;
  Section section;
  /// Types and modifiers that it has, in a short text, and what it has not.
  std::string_view forms;
};

/// Sorted by opcode.
std::span<const InstructionRow> instruction_table();
/// nullptr when the machine does not know the opcode.
const InstructionRow* find_instruction(std::string_view opcode);

/// Parts of instruction_table(), in any order: arithmetic, logic, comparison and conversion;
/// matrices; video; and all else that moves data or has to do with memory, control flow and other
/// lanes.
std::span<const InstructionRow> arithmetic_rows();
std::span<const InstructionRow> machine_rows();
std::span<const InstructionRow> matrix_rows();
std::span<const InstructionRow> video_rows();

}  // namespace warpscope::exec
