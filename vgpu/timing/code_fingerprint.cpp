#include "vgpu/timing/code_fingerprint.h"

#include <algorithm>
#include <limits>

#include "vgpu/exec/program/kernel.h"

namespace warpscope::timing {
namespace {

constexpr std::uint64_t kNothing = std::numeric_limits<std::uint64_t>::max();

/// Numbers of PTX instructions, counted from the kernel's smallest one.
class Numbers {
 public:
  explicit Numbers(const MachineKernel& kernel) : first_(kernel.first_ptx_number()) {}
  /// 0, which is no instruction, stays 0; those of functions that are called may come before.
  std::uint64_t from_first(std::uint32_t number) const {
    return number == 0 ? kNothing : std::uint64_t{number} - first_;
  }

 private:
  std::uint32_t first_;
};

void add(Hasher& hasher, const machine_code::MachineInstruction& instruction,
         const Numbers& numbers) {
  hasher.add(numbers.from_first(instruction.ptx));
  hasher.add(std::uint64_t{instruction.form} << 32 | std::uint64_t{instruction.opcode} << 8 |
             static_cast<std::uint64_t>(instruction.unit));
  hasher.add(
      (instruction.is_guarded ? 1U : 0U) | (instruction.is_conditional ? 2U : 0U) |
      (instruction.begins_reconvergence ? 4U : 0U) | (instruction.ends_reconvergence ? 8U : 0U) |
      std::uint64_t{instruction.stall_cycles} << 8 |
      std::uint64_t{instruction.write_scoreboard} << 16 |
      std::uint64_t{instruction.read_scoreboard} << 24 |
      std::uint64_t{instruction.waits_for} << 32 | std::uint64_t{instruction.lane_bytes} << 40);
  hasher.add(instruction.constant ? std::uint64_t{*instruction.constant} : kNothing);
  hasher.add(instruction.target ? static_cast<std::uint64_t>(*instruction.target) : kNothing);
}

void add(Hasher& hasher, const machine_code::MachineBlock& block) {
  hasher.add(std::uint64_t{block.first} << 32 | block.end);
  hasher.add(std::uint64_t{block.successors.size()} << 32 | block.calls.size());
  for (const std::uint32_t successor : block.successors) hasher.add(std::uint64_t{successor});
  for (const machine_code::Call& call : block.calls) {
    hasher.add(std::uint64_t{call.instruction} << 1 | (call.is_routine ? 1U : 0U));
    hasher.add(call.callee ? std::uint64_t{*call.callee} : kNothing);
  }
}

void add(Hasher& hasher, const machine_code::MatchedBlock& block) {
  hasher.add(std::uint64_t{block.homes.size()});
  for (const machine_code::Home& home : block.homes)
    hasher.add(std::uint64_t{home.machine_block} << 32 | home.copies);
  hasher.add((block.is_anchored ? 1U : 0U) | (block.only_returns ? 2U : 0U) |
             (block.ends_with_return ? 4U : 0U) | (block.all_return ? 8U : 0U) |
             (block.begins_function ? 16U : 0U) | std::uint64_t{block.calls} << 8);
  hasher.add(std::uint64_t{block.function});
  hasher.add(block.called_at ? std::uint64_t{*block.called_at} : kNothing);
}

void add(Hasher& hasher, const machine_code::MachineFunction& function, const Numbers& numbers) {
  hasher.add(std::uint64_t{function.code.size()});
  for (const auto& instruction : function.code) add(hasher, instruction, numbers);
  hasher.add(std::uint64_t{function.blocks.size()});
  for (const auto& block : function.blocks) add(hasher, block);
  hasher.add(std::uint64_t{function.subroutines.size()});
  for (const machine_code::Subroutine& subroutine : function.subroutines) {
    hasher.add(std::uint64_t{subroutine.first} << 32 | subroutine.end);
    hasher.add(std::uint64_t{subroutine.is_routine ? 1U : 0U});
  }
}

/// Which instructions of PTX its calls of routines come from decides what these execute.
void add_ptx(Hasher& hasher, const MachineKernel& kernel) {
  for (const exec::BasicBlock& block : kernel.kernel->blocks) {
    hasher.add(std::uint64_t{block.first} << 32 | block.end);
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const ptx::Instruction& instruction = kernel.kernel->instruction(i);
      hasher.add(instruction.opcode);
      for (const std::string_view modifier : instruction.modifiers) hasher.add(modifier);
    }
  }
}

void add(Hasher& hasher, const CarriedLoads& carried) {
  hasher.add(std::uint64_t{carried.loads_of_store.size()});
  for (const auto& loads : carried.loads_of_store) {
    hasher.add(std::uint64_t{loads.size()});
    for (const std::uint32_t load : loads) hasher.add(std::uint64_t{load});
  }
  hasher.add(std::uint64_t{carried.is_load_stored.size()});
  for (const bool is_stored : carried.is_load_stored)
    hasher.add(std::uint64_t{is_stored ? 1U : 0U});
}

}  // namespace

std::vector<exec::SourceLine> distinct_lines(const MachineKernel& kernel) {
  std::vector<exec::SourceLine> lines = kernel.lines;
  std::ranges::sort(lines);
  const auto [end, last] = std::ranges::unique(lines);
  lines.erase(end, last);
  return lines;
}

Fingerprint fingerprint(const MachineKernel& kernel) {
  Hasher hasher;
  const Numbers numbers(kernel);
  add(hasher, *kernel.function, numbers);
  hasher.add(std::uint64_t{kernel.blocks.size()});
  for (const auto& block : kernel.blocks) add(hasher, block);
  hasher.add((kernel.depends_on_time ? 1U : 0U) | (kernel.has_measured_routines ? 2U : 0U) |
             std::uint64_t{kernel.ptx_numbers.size()} << 8);
  for (const std::uint32_t number : kernel.ptx_numbers) hasher.add(numbers.from_first(number));
  hasher.add(std::uint64_t{kernel.untold.size()});
  for (const std::uint32_t number : kernel.untold) hasher.add(numbers.from_first(number));
  add(hasher, kernel.carried_loads);
  add_ptx(hasher, kernel);
  const std::vector<exec::SourceLine> lines = distinct_lines(kernel);
  for (const exec::SourceLine& line : kernel.lines) {
    hasher.add(static_cast<std::uint64_t>(std::ranges::lower_bound(lines, line) - lines.begin()));
    hasher.add(std::uint64_t{line.line == 0 ? 1U : 0U});
  }
  return hasher.value();
}

}  // namespace warpscope::timing
