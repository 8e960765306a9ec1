#include "vgpu/exec/instructions/instruction_table.h"

#include <algorithm>
#include <vector>

namespace warpscope::exec {
namespace {

std::vector<InstructionRow> sorted_rows() {
  std::vector<InstructionRow> rows;
  for (const auto part : {arithmetic_rows(), machine_rows(), matrix_rows(), video_rows()})
    rows.insert(rows.end(), part.begin(), part.end());
  std::sort(rows.begin(), rows.end(), [](const InstructionRow& left, const InstructionRow& right) {
    return left.opcode < right.opcode;
  });
  return rows;
}

}  // namespace

std::string_view title(Section section) {
  switch (section) {
    case Section::integer:
      return "Integer arithmetic";
    case Section::floating:
      return "Floating-point arithmetic";
    case Section::comparison:
      return "Comparison and selection";
    case Section::logic:
      return "Logic and shift";
    case Section::movement:
      return "Data movement and conversion";
    case Section::texture:
      return "Texture and surface";
    case Section::control:
      return "Control flow";
    case Section::synchronisation:
      return "Synchronisation and communication";
    case Section::matrix:
      return "Warp-level matrix";
    case Section::stack:
      return "Stack";
    case Section::video:
      return "Video";
    case Section::miscellaneous:
      return "Miscellaneous";
  }
  return "";
}

std::span<const InstructionRow> instruction_table() {
  static const std::vector<InstructionRow> kRows = sorted_rows();
  return kRows;
}

const InstructionRow* find_instruction(std::string_view opcode) {
  const auto table = instruction_table();
  const auto found = std::lower_bound(
      table.begin(), table.end(), opcode,
      [](const InstructionRow& row, std::string_view name) { return row.opcode < name; });
  return found != table.end() && found->opcode == opcode ? &*found : nullptr;
}

}  // namespace warpscope::exec
