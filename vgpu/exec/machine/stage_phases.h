// Keeps what the warps of a block do with the buffers of its rings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "vgpu/exec/launch/stage_phase.h"

namespace warpscope::exec {

class StagePhases {
 public:
  /// Of a launch only the first blocks are kept, and of a block the first phases: enough to see how
  /// they go on, and not more in a run's record than its reader can look at.
  static constexpr std::uint64_t kMostBlocks = 2;
  static constexpr std::size_t kMostOfABlock = 1024;

  /// A named mbarrier, as far as it matters here.
  struct Side {
    std::size_t ring = 0;         ///< of ring()
    bool announces_data = false;  ///< arrivals end filling and waits are for data; else using, and
                                  ///< for an empty buffer
  };

  /// Forgets everything; for a block of `warps` warps.
  void begin(std::uint64_t block, std::uint32_t warps);
  /// The number of the ring of this name.
  std::size_t ring(const std::string& name);

  /// A warp asks whether a phase of a named mbarrier has ended, and it has not. `now` is the
  /// block's clock here and below.
  void waits(std::uint32_t warp, std::uint64_t now, Side side);
  /// It has.
  void has_waited(std::uint32_t warp, std::uint64_t now, Side side);
  /// The warp arrives: what it did with the buffer ends.
  void arrives(std::uint32_t warp, std::uint64_t now, Side side);

  /// Whether the warp has given a buffer back since it was last asked: then it is the others' turn,
  /// who may fill it. So a round of all warps goes on side by side, as on hardware.
  bool takes_pause(std::uint32_t warp);

  const std::vector<StagePhase>& kept() const { return kept_; }
  std::uint64_t left_out() const { return left_out_; }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  /// What a warp does with a ring.
  struct Doing {
    std::uint64_t waits_since = kNever;
    std::uint64_t holds_since = kNever;
  };
  struct Warp {
    std::vector<Doing> by_ring;
    bool has_given_back = false;
  };
  Doing& doing(std::uint32_t warp, std::size_t ring);
  void keep(StagePhase::Kind kind, std::uint32_t warp, std::size_t ring, std::uint64_t begin,
            std::uint64_t end);

  std::uint64_t block_ = 0;
  std::vector<Warp> warps_;
  std::vector<std::string> rings_;
  std::vector<StagePhase> kept_;
  std::uint64_t left_out_ = 0;
};

}  // namespace warpscope::exec
