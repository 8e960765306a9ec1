#include "vgpu/machine_code/asynchronous_code.h"

#include <algorithm>
#include <set>

#include "vgpu/machine_code/ptx_class.h"

namespace warpscope::machine_code {
namespace {

struct Tests {
  std::set<std::uint32_t> uses;      ///< numbers of all instructions on mbarriers
  std::set<std::uint32_t> tests;     ///< of those that test one
  std::set<std::uint32_t> branches;  ///< of branches
};

Tests tests_of(const InstructionNumbers& numbers, std::span<const PtxBlock> blocks) {
  Tests found;
  for (const PtxBlock& block : blocks) {
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const ptx::Instruction& instruction = block.function->body[i];
      const std::uint32_t number = numbers.number(*block.function, i);
      const PtxClass of = class_of(instruction);
      if (of == PtxClass::mbarrier) found.uses.insert(number);
      if (of == PtxClass::branch) found.branches.insert(number);
      if (tests_mbarrier(instruction)) found.tests.insert(number);
    }
  }
  return found;
}

}  // namespace

void attribute_peeled_tests(MachineFunction& function, const InstructionNumbers& numbers,
                            std::span<const PtxBlock> blocks) {
  const Tests found = tests_of(numbers, blocks);
  if (found.tests.empty()) return;
  for (std::size_t at = 0; at < function.code.size(); ++at) {
    MachineInstruction& instruction = function.code[at];
    const std::uint32_t before = instruction.ptx;
    if (instruction.unit != Class::mbarrier || found.uses.contains(before)) continue;
    const auto test = found.tests.upper_bound(before);
    if (test == found.tests.end()) continue;
    instruction.ptx = *test;
    if (at + 1 == function.code.size()) continue;
    MachineInstruction& next = function.code[at + 1];
    const std::uint32_t branch = *test + 1;
    if (next.unit == Class::branch && next.ptx == before && found.branches.contains(branch))
      next.ptx = branch;
  }
}

void join_turns_of_lanes(MachineFunction& function) {
  for (std::uint32_t number = 0; number < function.blocks.size(); ++number) {
    MachineBlock& block = function.blocks[number];
    const MachineInstruction& last = function.code[block.end - 1];
    if (last.unit != Class::branch || !last.is_conditional) continue;
    const auto is_asked = [&](const MachineInstruction& instruction) {
      return instruction.ptx == last.ptx &&
             (instruction.unit == Class::bulk_copy || instruction.unit == Class::mbarrier);
    };
    if (std::ranges::any_of(function.instructions(block), is_asked))
      std::erase(block.successors, number);
  }
}

}  // namespace warpscope::machine_code
