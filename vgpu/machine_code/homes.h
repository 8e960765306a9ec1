// Where the basic blocks of PTX went: ptxas joins blocks, copies them when it unrolls a loop, and
// leaves some out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vgpu/machine_code/function.h"
#include "vgpu/machine_code/numbered_ptx.h"

namespace warpscope::machine_code {

/// A basic block of the PTX that is executed: instructions [first, end) of a function.
struct PtxBlock {
  const ptx::Function* function = nullptr;
  std::uint32_t first = 0, end = 0;
};

/// A machine block with memory accesses, barriers or branches of a PTX block.
struct Home {
  std::uint32_t machine_block = 0;
  std::uint32_t copies = 1;  ///< how many turns of the PTX block one execution is
};

struct MatchedBlock {
  std::vector<Home> homes;  ///< none: nothing is left of it. In the order of machine blocks
  /// Accesses, barriers, shuffles or branches are left of it; else only what it computes, which may
  /// stand long before the place where lanes come to it.
  bool is_anchored = false;
  bool only_returns = false, ends_with_return = false;
  bool all_return = false;     ///< it ends with a return that has no guard
  std::uint32_t calls = 0;     ///< of functions of the program
  std::uint32_t function = 0;  ///< blocks of one function have one number
  /// Blocks [loop_first, loop_end) are the innermost loop that it is in; equal: it is in none.
  std::uint32_t loop_first = 0, loop_end = 0;
  bool begins_function = false;  ///< of the program, which the PTX calls
  /// The machine block where it begins; nothing where ptxas has put it where it is called.
  std::optional<std::uint32_t> called_at;
  bool is_in_loop() const { return loop_first != loop_end; }
  bool is_copied() const;  ///< one of its homes has more than one copy
  std::uint32_t most_copies() const;
  const Home* home(std::uint32_t machine_block) const;
};

/// For each of the PTX blocks of a kernel. `numbers` are those of their module, which `function`
/// was made of.
std::vector<MatchedBlock> match(const MachineFunction& function, const InstructionNumbers& numbers,
                                std::span<const PtxBlock> blocks);

}  // namespace warpscope::machine_code
