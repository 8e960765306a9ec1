// Basic blocks of a function and where diverged lanes reconverge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

inline constexpr std::uint32_t kExitBlock = 0xffffffff;

struct FlowBlock {
  std::uint32_t first = 0, end = 0;       ///< instructions [first, end)
  std::vector<std::uint32_t> successors;  ///< block indices, or kExitBlock
  std::uint32_t post_dominator =
      kExitBlock;  ///< immediate; kExitBlock when paths only reconverge at exit
  /// Where lanes that part at the end of this block reconverge: the post-dominator, or, where that
  /// is the exit only because some lanes return or trap on the way, the place where the others
  /// come together. kExitBlock: nowhere before the reconvergence point of an enclosing branch.
  std::uint32_t reconvergence = kExitBlock;
};

/// True for an instruction that ends a basic block.
bool ends_block(const ptx::Instruction& instruction);

/// Cuts the body into basic blocks (every label and every instruction after a branch begins one)
/// and computes where lanes reconverge, from immediate post-dominators (Cooper, Harvey, Kennedy: A
/// Simple, Fast Dominance Algorithm, on the reversed graph). A branch to an unknown label throws
/// std::runtime_error.
std::vector<FlowBlock> control_flow(const ptx::Function& function);

/// The blocks from which no way leads to the function's end, a return or a trap. A thread that
/// comes to one never ends.
std::vector<std::uint32_t> endless_blocks(const ptx::Function& function,
                                          const std::vector<FlowBlock>& blocks);

/// Branches of a function with more blocks are not worth following: nvcc makes none such.
inline constexpr std::size_t kMostBlocksToFollow = 2000;

/// By block: true for those between the branch at the end of `branch` and where its ways meet, its
/// post-dominator, which is none of them. Which of them are executed is what the branch decides.
std::vector<bool> blocks_apart(const std::vector<FlowBlock>& blocks, std::uint32_t branch);

/// Index of the block that begins at instruction `first`.
std::uint32_t block_at(const std::vector<FlowBlock>& blocks, std::uint32_t first);

}  // namespace warpscope::exec
