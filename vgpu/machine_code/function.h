// A function of machine code as a graph of basic blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vgpu/machine_code/instruction.h"

namespace warpscope::machine_code {

/// Executed from its first instruction to its last. A block ends with a branch, an exit or a
/// reconvergence, and before the target of a branch or call.
struct MachineBlock {
  std::uint32_t first = 0, end = 0;  ///< instructions [first, end)
  std::vector<std::uint32_t> successors;
  /// Of a call within the function: the block where what it calls begins.
  std::optional<std::uint32_t> callee;
  std::uint32_t size() const { return end - first; }
};

struct MachineFunction {
  std::vector<MachineInstruction> code;  ///< without the padding behind it
  std::vector<MachineBlock> blocks;      ///< in the order of addresses; not empty
  std::span<const MachineInstruction> instructions(const MachineBlock& block) const {
    return std::span(code).subspan(block.first, block.size());
  }
};

/// The functions of a cubin by their mangled names. One is absent where its code cannot be read: a
/// branch goes out of it or between instructions, or an instruction has no number of PTX.
std::map<std::string, MachineFunction> functions_of(std::span<const std::byte> cubin);

}  // namespace warpscope::machine_code
