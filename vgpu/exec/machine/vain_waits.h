// When a block whose warps only test mbarriers, in vain, is taken for stuck.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "vgpu/exec/machine/worker.h"

namespace warpscope::exec {

struct BlockContext;

/// Rounds of a block, in a row, that changed no phase and did hardly anything else than testing.
/// A copy of it goes with the block's state.
class VainWaits {
 public:
  using Warps = std::span<const std::unique_ptr<WarpStorage>>;

  /// After a round; `is_vain`: it was such a one. True when the block will wait for ever:
  /// registers, places, local and shared memory are what they were many rounds ago, and blocks
  /// cannot see each other's work; or, where they change or blocks can, after a fixed number of
  /// rounds without progress.
  bool is_stuck(bool is_vain, const BlockContext& block, Warps warps);

 private:
  std::uint32_t rounds_ = 0;
  std::uint64_t hash_ = 0;  ///< of the block's state, after some of them
};

}  // namespace warpscope::exec
