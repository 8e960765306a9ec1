// Whether a warp goes round a closed loop for ever (analysis/closed_loops.h), whatever it stores in
// the meantime: the registers that decide come to the same values at the same place.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

class LoopWatch {
 public:
  using Runners = std::span<const std::unique_ptr<BlockRunner>>;
  /// After a round of these blocks. A block that never ends; nullptr when none is known.
  const BlockRunner* look(Runners residents);
  /// Blocks have come or gone.
  void begin_again() { anchors_.clear(); }

 private:
  /// Where a warp was at an earlier look, with which each later one is compared (R. P. Brent, An
  /// Improved Monte Carlo Factorization Algorithm, 1980: after twice as many looks another one).
  struct Anchor {
    const Operation* next = nullptr;
    std::uint32_t lanes = 0;
    std::uint64_t registers = 0;  ///< those that decide, as a hash
    std::uint64_t life = 0;       ///< WarpContext::life
    std::uint64_t executed = 0;   ///< at the last look
    std::uint64_t looks = 0, most_looks = 4;
    std::uint32_t equal = 0;     ///< looks that found it there again
    bool was_elsewhere = false;  ///< at a look since
  };
  bool is_again_there(const WarpContext& warp, Anchor& anchor) const;

  std::map<std::pair<const BlockRunner*, std::uint32_t>, Anchor> anchors_;
};

}  // namespace warpscope::exec
