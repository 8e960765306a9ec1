#include "vgpu/exec/instructions/instruction_table.h"

#include <algorithm>
#include <array>
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

// Rows by opcode. Analyses ask for each instruction several times.
class Places {
 public:
  explicit Places(std::span<const InstructionRow> table) {
    for (const InstructionRow& row : table) {
      std::size_t at = hash(row.opcode);
      while (rows_.at(at) != nullptr) at = (at + 1) % rows_.size();
      rows_.at(at) = &row;
    }
  }
  const InstructionRow* find(std::string_view opcode) const {
    for (std::size_t at = hash(opcode); rows_.at(at) != nullptr; at = (at + 1) % rows_.size())
      if (rows_.at(at)->opcode == opcode) return rows_.at(at);
    return nullptr;
  }

 private:
  static std::size_t hash(std::string_view opcode) {
    std::uint32_t value = 0x811c9dc5;  // FNV-1a
    for (const char letter : opcode)
      value = (value ^ static_cast<unsigned char>(letter)) * 0x01000193;
    return (value ^ value >> 16) % kSize;
  }

  static constexpr std::size_t kSize = 1024;  // several times as many as there are opcodes
  std::array<const InstructionRow*, kSize> rows_{};
};

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
  static const Places kPlaces(instruction_table());
  return kPlaces.find(opcode);
}

const Meaning& meaning_of(const ptx::Instruction& instruction) {
  static constexpr Meaning kUnknown;
  const InstructionRow* row = find_instruction(instruction.opcode);
  return row != nullptr ? row->meaning : kUnknown;
}

}  // namespace warpscope::exec
