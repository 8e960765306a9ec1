#include <algorithm>
#include <map>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/pipes.h"
#include "vgpu/exec/patterns/code_patterns.h"

namespace warpscope::exec::patterns {
namespace {

bool is_conversion(const ptx::Instruction& instruction, std::string_view to,
                   std::string_view from) {
  const auto& modifiers = instruction.modifiers;
  return meaning_of(instruction).value == Value::conversion && modifiers.size() >= 2 &&
         modifiers[modifiers.size() - 2] == to && modifiers.back() == from;
}

// What the hardware computes in double precision, alone or among other instructions.
bool is_arithmetic(const ptx::Instruction& instruction) {
  if (numbers_of(instruction) != Numbers::twice) return false;
  const Meaning& meaning = meaning_of(instruction);
  const Pipe pipe = pipe_of(instruction);
  return meaning.is_pure && meaning.value != Value::comparison &&
         meaning.value != Value::conversion && (pipe == Pipe::fp64 || pipe == Pipe::several);
}

/// Instructions in double precision that belong to one line, by their index in the function.
struct Group {
  std::vector<std::uint32_t> arithmetic, widening, narrowing;
  bool is_closed = true;  ///< every operand was a float or a literal, every result becomes a float
};

class Lines {
 public:
  explicit Lines(const Code& code) : code_(code) {
    for (std::uint32_t i = 0; i < code.function.body.size(); ++i) {
      const ptx::Instruction& instruction = code.function.body[i];
      if (is_arithmetic(instruction)) {
        groups_[line(i)].arithmetic.push_back(i);
      } else if (is_conversion(instruction, "f64", "f32")) {
        groups_[line(i)].widening.push_back(i);
      } else if (is_conversion(instruction, "f32", "f64")) {
        groups_[line(i)].narrowing.push_back(i);
      }
    }
  }

  void add_to(std::vector<CodePattern>& patterns) {
    for (auto& [where, group] : groups_) {
      if (where.line == 0 || group.arithmetic.empty() || group.narrowing.empty()) continue;
      has_floats_ = false;
      for (const std::uint32_t i : group.arithmetic) check(i, where, group);
      if (!group.is_closed || !has_floats_) continue;
      CodePattern& pattern = patterns.emplace_back();
      pattern.metric = kDoublesOfFloats;
      pattern.where = where;
      for (const auto* list : {&group.arithmetic, &group.widening, &group.narrowing}) {
        for (const std::uint32_t i : *list) pattern.counted.push_back(code_.number(i));
      }
    }
  }

 private:
  const SourceLine& line(std::uint32_t i) {
    return lines_.try_emplace(i, code_.line_of(i)).first->second;
  }

  bool is_of(std::uint32_t i, const SourceLine& where) {
    return is_arithmetic(code_.function.body[i]) && line(i) == where;
  }

  void check(std::uint32_t i, const SourceLine& where, Group& group) {
    const ptx::Instruction& instruction = code_.function.body[i];
    for (std::size_t k = 1; k < instruction.operands.size(); ++k) {
      const ptx::Operand& operand = instruction.operands[k];
      if (operand.kind == ptx::Operand::Kind::floating) continue;
      group.is_closed = group.is_closed && operand.kind == ptx::Operand::Kind::reg &&
                        comes_from_floats(operand.index, where);
    }
    const ptx::Operand& result = instruction.operands.front();
    group.is_closed = group.is_closed && result.kind == ptx::Operand::Kind::reg &&
                      becomes_a_float(result.index, where);
  }

  bool comes_from_floats(std::uint32_t index, const SourceLine& where) {
    const auto& setters = code_.setters[index];
    return !setters.empty() && std::ranges::all_of(setters, [&](std::uint32_t i) {
      const ptx::Instruction& setter = code_.function.body[i];
      if (is_conversion(setter, "f64", "f32")) return has_floats_ = true;
      const bool is_literal = meaning_of(setter).value == Value::copy &&
                              setter.operands.size() == 2 &&
                              setter.operands[1].kind == ptx::Operand::Kind::floating;
      return is_literal || is_of(i, where);
    });
  }

  bool becomes_a_float(std::uint32_t index, const SourceLine& where) {
    return std::ranges::all_of(code_.readers[index], [&](std::uint32_t i) {
      const bool is_narrowed =
          is_conversion(code_.function.body[i], "f32", "f64") && line(i) == where;
      return is_narrowed || is_of(i, where);
    });
  }

  const Code& code_;
  std::map<std::uint32_t, SourceLine> lines_;  ///< of instructions
  std::map<SourceLine, Group> groups_;
  bool has_floats_ = false;  ///< an operand of the line that is looked at was a float
};

}  // namespace

void find_doubles_of_floats(const Code& code, std::vector<CodePattern>& patterns) {
  Lines(code).add_to(patterns);
}

}  // namespace warpscope::exec::patterns
