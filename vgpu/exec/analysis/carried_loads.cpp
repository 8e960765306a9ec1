#include "vgpu/exec/analysis/carried_loads.h"

#include <algorithm>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

constexpr std::size_t kMostSources = 16;

using Sources = std::vector<std::uint32_t>;

/// Whether anything was new.
bool add(Sources& sources, const Sources& more) {
  bool has_grown = false;
  for (const std::uint32_t source : more) {
    if (sources.size() == kMostSources) break;
    if (std::ranges::find(sources, source) != sources.end()) continue;
    sources.push_back(source);
    has_grown = true;
  }
  return has_grown;
}

bool is_in(const ptx::Instruction& instruction, std::initializer_list<std::string_view> spaces) {
  return std::ranges::any_of(instruction.modifiers, [&](std::string_view modifier) {
    const auto space = modifier.substr(0, modifier.find("::"));
    return std::ranges::find(spaces, space) != spaces.end();
  });
}

template <typename Visit>
void for_each_stored(const ptx::Operand& operand, const Visit& visit) {
  if (operand.kind == ptx::Operand::Kind::reg) visit(operand.index);
  for (const ptx::Operand& element : operand.elements) for_each_stored(element, visit);
}

}  // namespace

std::vector<std::vector<std::uint32_t>> loads_that_are_stored(const ptx::Function& function) {
  std::vector<Sources> of_register(function.registers.size());
  std::vector<std::uint32_t> carriers;  // instructions that hand a value on
  for (std::uint32_t i = 0; i < function.body.size(); ++i) {
    const ptx::Instruction& instruction = function.body[i];
    const Meaning& meaning = meaning_of(instruction);
    if (meaning.memory == Memory::load &&
        !is_in(instruction, {"shared", "local", "param", "const"})) {
      for_each_written(instruction, [&](std::uint32_t index) { add(of_register[index], {i}); });
    } else if (meaning.value == Value::copy || meaning.value == Value::selection) {
      carriers.push_back(i);
    }
  }
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const std::uint32_t i : carriers) {
      const ptx::Instruction& instruction = function.body[i];
      Sources from;
      for_each_read_register(instruction,
                             [&](std::uint32_t index) { add(from, of_register[index]); });
      if (from.empty()) continue;
      for_each_written(instruction, [&](std::uint32_t index) {
        has_grown = add(of_register[index], from) || has_grown;
      });
    }
  }
  std::vector<Sources> stored(function.body.size());
  for (std::size_t i = 0; i < function.body.size(); ++i) {
    const ptx::Instruction& instruction = function.body[i];
    if (meaning_of(instruction).memory != Memory::store ||
        is_in(instruction, {"global", "local", "param"}))
      continue;
    for (std::size_t operand = 1; operand < instruction.operands.size(); ++operand)
      for_each_stored(instruction.operands[operand],
                      [&](std::uint32_t index) { add(stored[i], of_register[index]); });
  }
  return stored;
}

}  // namespace warpscope::exec
