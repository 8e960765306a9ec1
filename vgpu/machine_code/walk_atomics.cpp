// Loops around shared atomics, whose turns the executor has counted.
#include <algorithm>

#include "vgpu/machine_code/walk.h"

namespace warpscope::machine_code {

void Walk::repeat_atomic(std::uint32_t ptx, std::uint64_t swaps) {
  struct Loop {
    std::uint32_t first = 0, last = 0;
  };
  std::vector<Loop> loops;  // one for each copy of the instruction
  std::uint64_t taken = 0;
  for (std::uint32_t number = 0; number < function_.blocks.size(); ++number) {
    const MachineBlock& block = function_.blocks[number];
    const auto is_swap = [&](const MachineInstruction& instruction) {
      return instruction.ptx == ptx && instruction.unit == Class::shared_atomic;
    };
    if (std::ranges::none_of(function_.instructions(block), is_swap)) continue;
    taken += issued_.warps[number];
    if (function_.code[block.end - 1].ptx == ptx && repeats_swap(function_, number))
      loops.push_back({std::ranges::min(block.successors), number});
  }
  if (loops.empty() || swaps <= taken) return;
  issued_.repeated += swaps - taken;
  // In each turn a lane at least is served, and comes to the BSYNC behind the loop.
  std::uint32_t last = loops.front().last;
  if (last + 1 < function_.blocks.size()) {
    const MachineBlock& behind = function_.blocks[last + 1];
    if (behind.size() == 1 && function_.code[behind.first].ends_reconvergence) ++last;
  }
  for (std::uint32_t block = loops.front().first; block <= last; ++block) {
    issued_.warps[block] += swaps - taken;
    issued_.threads[block] += swaps - taken;
  }
}

}  // namespace warpscope::machine_code
