#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
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

// Of an integer into a double.
bool is_conversion_of_integer(const ptx::Instruction& instruction) {
  if (instruction.modifiers.empty()) return false;
  const std::string_view from = instruction.modifiers.back();
  return (from.starts_with('s') || from.starts_with('u')) &&
         is_conversion(instruction, "f64", from);
}

// What the hardware computes in double precision, alone or among other instructions.
bool is_arithmetic(const ptx::Instruction& instruction) {
  if (numbers_of(instruction) != Numbers::twice) return false;
  const Meaning& meaning = meaning_of(instruction);
  const Pipe pipe = pipe_of(instruction);
  return meaning.is_pure && meaning.value != Value::comparison &&
         meaning.value != Value::conversion && (pipe == Pipe::fp64 || pipe == Pipe::several);
}

using Operand = ptx::Operand;

/// The names of variables among the elements of a call's returns or arguments.
bool has_name(const Operand& list, std::string_view name) {
  return std::ranges::any_of(
      list.elements, [&](const Operand& each) { return each.name == name && !name.empty(); });
}

/// The variable in whose memory an access is; empty where a register says where.
std::string_view variable_of(const Operand& operand) {
  const bool is_named = operand.kind == Operand::Kind::address && !operand.elements.empty() &&
                        operand.elements.front().kind == Operand::Kind::symbol;
  return is_named ? operand.elements.front().name : std::string_view();
}

bool is_literal(const Operand& operand) {
  using Kind = Operand::Kind;
  return operand.kind == Kind::floating || operand.kind == Kind::integer ||
         operand.kind == Kind::symbol;
}

/// Appends the registers of an operand; false where it is made of more than these and literals.
bool add_registers(const Operand& operand, std::vector<std::uint32_t>& registers) {
  using Kind = Operand::Kind;
  if (operand.kind == Kind::reg) registers.push_back(operand.index);
  if (operand.kind == Kind::vector || operand.kind == Kind::address) {
    return std::ranges::all_of(operand.elements,
                               [&](const Operand& each) { return add_registers(each, registers); });
  }
  return operand.kind == Kind::reg || is_literal(operand);
}

/// Instructions in double precision that belong to one line, by their index in the function.
struct Group {
  std::vector<std::uint32_t> arithmetic, widening, narrowing, calls;
};

/// What a line makes of floats is not only arithmetic: nvcc puts the exponential, the sine and the
/// like where they are used, and these take doubles apart into integers, look coefficients up and
/// call routines for rare cases. All that counts as the line's own, as long as it is on the line
/// and nothing else goes into it.
class Lines {
 public:
  explicit Lines(const Code& code) : code_(code) {
    for (std::uint32_t i = 0; i < code.function.body.size(); ++i) {
      if (is_arithmetic(instruction(i))) {
        groups_[line(i)].arithmetic.push_back(i);
      } else if (is_conversion(instruction(i), "f64", "f32")) {
        groups_[line(i)].widening.push_back(i);
      } else if (is_conversion(instruction(i), "f32", "f64")) {
        groups_[line(i)].narrowing.push_back(i);
      } else if (meaning_of(instruction(i)).flow == Flow::call) {
        calls_.push_back(i);
        if (routine_of(i) != nullptr) groups_[line(i)].calls.push_back(i);
      }
    }
  }

  void add_to(std::vector<CodePattern>& patterns) {
    for (const auto& [where, group] : groups_) {
      const bool computes = !group.arithmetic.empty() || !group.calls.empty();
      if (where.line == 0 || !computes || group.narrowing.empty()) continue;
      if (!come_from_floats(group, where) || !become_floats(group, where)) continue;
      CodePattern& pattern = patterns.emplace_back();
      pattern.metric = kDoublesOfFloats;
      pattern.where = where;
      for (const auto* list : {&group.arithmetic, &group.widening, &group.narrowing}) {
        for (const std::uint32_t i : *list) pattern.counted.push_back(code_.number(i));
      }
      count_routines(group, where, pattern);
    }
  }

 private:
  using Registers = std::vector<std::uint32_t>;

  const ptx::Instruction& instruction(std::uint32_t i) const { return code_.function.body[i]; }
  const SourceLine& line(std::uint32_t i) {
    return lines_.try_emplace(i, code_.line_of(i)).first->second;
  }
  bool is_predicate(std::uint32_t index) const {
    return code_.function.registers[index].type == ptx::Type::pred;
  }
  bool is_arithmetic_of(std::uint32_t i, const SourceLine& where) {
    return is_arithmetic(instruction(i)) && line(i) == where;
  }

  /// The function that call `i` calls, if it is one of the library's: those have no lines.
  const ptx::Function* routine_of(std::uint32_t i) {
    const auto& operands = instruction(i).operands;
    if (operands.size() != 3 || operands[1].kind != Operand::Kind::symbol) return nullptr;
    const auto [found, is_new] = routines_.try_emplace(operands[1].name, nullptr);
    if (is_new) {
      const ptx::Function* callee = code_.program.function(operands[1].name);
      const bool is_there = callee != nullptr && !callee->is_declaration;
      if (is_there && std::ranges::all_of(callee->body, has_no_line)) found->second = callee;
    }
    return found->second;
  }
  static bool has_no_line(const ptx::Instruction& instruction) {
    return instruction.location.line == 0 && instruction.inlined_at.empty();
  }
  bool calls_routine(std::uint32_t call, const SourceLine& where) {
    return line(call) == where && routine_of(call) != nullptr;
  }

  /// Whether load `i` takes what a routine gave back that the line has called just before.
  bool takes_result(std::uint32_t i, const SourceLine& where) {
    const auto next = std::ranges::upper_bound(calls_, i);
    return next != calls_.begin() && calls_routine(*(next - 1), where) && is_result(i, *(next - 1));
  }
  /// Whether store `i` sets an argument of a routine that the line calls next.
  bool sets_argument(std::uint32_t i, const SourceLine& where) {
    const auto next = std::ranges::upper_bound(calls_, i);
    return next != calls_.end() && calls_routine(*next, where) && is_argument(i, *next);
  }
  bool is_result(std::uint32_t load, std::uint32_t call) const {
    return has_name(instruction(call).operands.front(), variable_of(instruction(load).operands[1]));
  }
  bool is_argument(std::uint32_t store, std::uint32_t call) const {
    return has_name(instruction(call).operands[2],
                    variable_of(instruction(store).operands.front()));
  }
  /// Calls `visit` with each access to a variable in param space between the call before this one
  /// and the next: stores of arguments and loads of results.
  void for_each_access(std::uint32_t call, const std::function<void(std::uint32_t)>& visit) const {
    const auto at = std::ranges::lower_bound(calls_, call);
    const auto size = static_cast<std::uint32_t>(code_.function.body.size());
    const std::uint32_t end = at + 1 == calls_.end() ? size : *(at + 1);
    for (std::uint32_t i = at == calls_.begin() ? 0 : *(at - 1) + 1; i < end; ++i)
      if (has_modifier(instruction(i), "param") && instruction(i).operands.size() >= 2) visit(i);
  }

  /// Whether all that the line computes with in double precision were floats and literals.
  bool come_from_floats(const Group& group, const SourceLine& where) {
    bool is_closed = true;
    Registers open;
    for (const std::uint32_t i : group.arithmetic) {
      const auto& operands = instruction(i).operands;
      for (std::size_t k = 1; k < operands.size(); ++k)
        is_closed = is_closed && add_registers(operands[k], open);
    }
    for (const std::uint32_t call : group.calls) {
      for_each_access(call, [&](std::uint32_t i) {
        if (meaning_of(instruction(i)).memory == Memory::store && is_argument(i, call))
          is_closed = is_closed && add_registers(instruction(i).operands[1], open);
      });
    }
    const std::set<std::uint32_t> parts = parts_of_doubles(group, where);
    std::set<std::uint32_t> seen;
    bool has_floats = false;
    while (is_closed && !open.empty()) {
      const std::uint32_t index = open.back();
      open.pop_back();
      // Which of two values is taken makes no other number of it.
      if (is_predicate(index) || !seen.insert(index).second) continue;
      const auto& setters = code_.setters[index];
      is_closed = !setters.empty() && std::ranges::all_of(setters, [&](std::uint32_t i) {
        if (is_conversion(instruction(i), "f64", "f32")) return has_floats = true;
        return is_arithmetic_of(i, where) || adds_sources(i, where, parts, open);
      });
    }
    return is_closed && has_floats;
  }

  /// Appends what instruction `i` makes its result of; false where that is more than floats and
  /// literals. `parts`: registers with parts of doubles of the line.
  bool adds_sources(std::uint32_t i, const SourceLine& where, const std::set<std::uint32_t>& parts,
                    Registers& open) {
    const ptx::Instruction& setter = instruction(i);
    const Meaning& meaning = meaning_of(setter);
    const auto& operands = setter.operands;
    if (meaning.value == Value::copy && operands.size() == 2 && is_literal(operands[1]))
      return true;
    if (line(i) != where || operands.size() < 2) return false;
    if (meaning.memory == Memory::load) {
      if (has_modifier(setter, "param")) return takes_result(i, where);
      if (!has_modifier(setter, "nc")) return false;  // only tables do not change
    } else if (!meaning.is_pure) {
      return false;
    }
    Registers made_of;
    for (std::size_t k = 1; k < operands.size(); ++k)
      if (!add_registers(operands[k], made_of)) return false;
    // An index or a counter is no float.
    if (is_conversion_of_integer(setter) &&
        std::ranges::none_of(made_of, [&](auto each) { return parts.contains(each); }))
      return false;
    open.insert(open.end(), made_of.begin(), made_of.end());
    return true;
  }

  /// Registers that hold doubles of the line or what it makes of them.
  std::set<std::uint32_t> parts_of_doubles(const Group& group, const SourceLine& where) {
    std::set<std::uint32_t> parts;
    Registers open;
    const auto add = [&](std::uint32_t index) { open.push_back(index); };
    for (const auto* list : {&group.widening, &group.arithmetic})
      for (const std::uint32_t i : *list) for_each_written(instruction(i), add);
    while (!open.empty()) {
      const std::uint32_t index = open.back();
      open.pop_back();
      if (!parts.insert(index).second) continue;
      for (const std::uint32_t i : code_.readers[index])
        if (line(i) == where && meaning_of(instruction(i)).is_pure)
          for_each_written(instruction(i), add);
    }
    return parts;
  }

  /// Whether all that the line computes in double precision is made a float there.
  bool become_floats(const Group& group, const SourceLine& where) {
    Registers open;
    const auto add = [&](std::uint32_t index) { open.push_back(index); };
    for (const std::uint32_t i : group.arithmetic) for_each_written(instruction(i), add);
    for (const std::uint32_t call : group.calls) {
      for_each_access(call, [&](std::uint32_t i) {
        if (meaning_of(instruction(i)).memory == Memory::load && is_result(i, call))
          for_each_written(instruction(i), add);
      });
    }
    std::set<std::uint32_t> seen;
    while (!open.empty()) {
      const std::uint32_t index = open.back();
      open.pop_back();
      if (is_predicate(index) || !seen.insert(index).second) continue;
      const bool is_closed = std::ranges::all_of(code_.readers[index], [&](std::uint32_t i) {
        if (line(i) != where) return false;
        if (is_conversion(instruction(i), "f32", "f64") || is_arithmetic(instruction(i)))
          return true;
        const Meaning& meaning = meaning_of(instruction(i));
        if (meaning.memory == Memory::store) return sets_argument(i, where);
        const bool looks_up = meaning.memory == Memory::load && has_modifier(instruction(i), "nc");
        if (meaning.is_pure || looks_up) for_each_written(instruction(i), add);
        return meaning.is_pure || looks_up;
      });
      if (!is_closed) return false;
    }
    return true;
  }

  /// The arithmetic of the routines that the line calls, where no other line does.
  void count_routines(const Group& group, const SourceLine& where, CodePattern& pattern) {
    std::set<const ptx::Function*> routines;
    for (const std::uint32_t call : group.calls) routines.insert(routine_of(call));
    if (routines.empty()) return;
    if (!has_callers_) find_callers();
    for (const LoweredFunction& lowered : code_.kernel.functions) {
      const ptx::Function* function = lowered.function;
      const auto only_by = callers_.find(function->name);
      const bool is_counted =
          routines.contains(function) && only_by != callers_.end() && only_by->second == where;
      for (std::uint32_t i = 0; is_counted && i < function->body.size(); ++i)
        if (is_arithmetic(function->body[i]))
          pattern.counted.push_back(lowered.first_instruction + i);
    }
  }
  void find_callers() {
    has_callers_ = true;
    for (const LoweredFunction& lowered : code_.kernel.functions) {
      for (const ptx::Instruction& each : lowered.function->body) {
        if (meaning_of(each).flow != Flow::call || each.operands.size() < 2) continue;
        const SourceLine where = attribute(code_.program, *lowered.function, each);
        const auto [found, is_new] = callers_.try_emplace(each.operands[1].name, where);
        if (!is_new && found->second != where) found->second = {};
      }
    }
  }

  const Code& code_;
  std::vector<std::uint32_t> calls_;           ///< indices of all calls of the function
  std::map<std::uint32_t, SourceLine> lines_;  ///< of instructions
  std::map<SourceLine, Group> groups_;
  std::map<std::string_view, const ptx::Function*> routines_;  ///< by name; null: no routine
  /// By a function's name: the only line of the kernel that calls it; line 0 where there are more.
  std::map<std::string_view, SourceLine> callers_;
  bool has_callers_ = false;
};

}  // namespace

void find_doubles_of_floats(const Code& code, std::vector<CodePattern>& patterns) {
  Lines(code).add_to(patterns);
}

}  // namespace warpscope::exec::patterns
