// A function of machine code as a graph of basic blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/machine_code/instruction.h"

namespace warpscope::machine_code {

/// An instruction that calls code of the same function, or code through a register.
struct Call {
  std::uint32_t instruction = 0;
  std::optional<std::uint32_t> callee;  ///< the block where what it calls begins
  /// What is called is a routine of the toolkit, for which no PTX stands: of a division, say.
  bool is_routine = false;
};

/// Code behind a kernel's own, which it calls.
struct Subroutine {
  std::string name;                  ///< mangled; of the toolkit's as the toolkit calls it
  std::uint32_t first = 0, end = 0;  ///< blocks [first, end)
  bool is_routine = false;           ///< of the toolkit
};

/// Executed from its first instruction to its last. A block ends with a branch, an exit or a
/// reconvergence, and before the target of a branch or call.
struct MachineBlock {
  std::uint32_t first = 0, end = 0;  ///< instructions [first, end)
  std::vector<std::uint32_t> successors;
  std::vector<Call> calls;
  /// Whether it calls a routine of the toolkit.
  bool calls_routine() const;
  std::uint32_t size() const { return end - first; }
};

struct MachineFunction {
  std::vector<MachineInstruction> code;  ///< without the padding behind it
  std::vector<MachineBlock> blocks;      ///< in the order of addresses; not empty
  std::vector<Subroutine> subroutines;
  /// nullptr: none begins there.
  const Subroutine* subroutine_at(std::uint32_t block) const;
  /// Of the program, by its mangled name; nullptr: it is not called, or ptxas has put it where it
  /// is called.
  const Subroutine* subroutine(std::string_view name) const;
  std::span<const MachineInstruction> instructions(const MachineBlock& block) const {
    return std::span(code).subspan(block.first, block.size());
  }
};

/// Whether the block ends a loop around a compare-and-swap that stands for one atomic of the PTX:
/// such as of 16 bits, or of shared memory without hardware support. How often a warp goes round
/// depends on values, on addresses, and on other warps.
bool repeats_swap(const MachineFunction& function, std::uint32_t block);

/// The functions of a cubin by their mangled names. One is absent where its code cannot be read: a
/// branch goes out of it or between instructions, or an instruction has no number of PTX. Those of
/// routines of the toolkit have the number 0.
std::map<std::string, MachineFunction> functions_of(std::span<const std::byte> cubin);

}  // namespace warpscope::machine_code
