#include "vgpu/exec/machine/stage_phases.h"

#include <algorithm>

namespace warpscope::exec {

void StagePhases::begin(std::uint64_t block, std::uint32_t warps) {
  block_ = block;
  warps_.assign(warps, {});
  rings_.clear();
  kept_.clear();
  left_out_ = 0;
}

std::size_t StagePhases::ring(const std::string& name) {
  const auto known = std::ranges::find(rings_, name);
  const auto number = static_cast<std::size_t>(known - rings_.begin());
  if (known == rings_.end()) rings_.push_back(name);
  return number;
}

StagePhases::Doing& StagePhases::doing(std::uint32_t warp, std::size_t ring) {
  std::vector<Doing>& by_ring = warps_[warp].by_ring;
  if (by_ring.size() <= ring) by_ring.resize(ring + 1);
  return by_ring[ring];
}

void StagePhases::waits(std::uint32_t warp, std::uint64_t now, Side side) {
  Doing& its = doing(warp, side.ring);
  if (its.waits_since == kNever) its.waits_since = now;
}

void StagePhases::has_waited(std::uint32_t warp, std::uint64_t now, Side side) {
  Doing& its = doing(warp, side.ring);
  if (its.waits_since != kNever) {
    using Kind = StagePhase::Kind;
    keep(side.announces_data ? Kind::wait_to_use : Kind::wait_to_fill, warp, side.ring,
         its.waits_since, now);
  }
  its.waits_since = kNever;
  its.holds_since = now;
}

void StagePhases::arrives(std::uint32_t warp, std::uint64_t now, Side side) {
  Doing& its = doing(warp, side.ring);
  if (its.holds_since != kNever) {
    using Kind = StagePhase::Kind;
    keep(side.announces_data ? Kind::fill : Kind::use, warp, side.ring, its.holds_since, now);
  }
  its.holds_since = kNever;
  if (!side.announces_data) warps_[warp].has_given_back = true;
}

bool StagePhases::takes_pause(std::uint32_t warp) {
  const bool result = warps_[warp].has_given_back;
  warps_[warp].has_given_back = false;
  return result;
}

void StagePhases::keep(StagePhase::Kind kind, std::uint32_t warp, std::size_t ring,
                       std::uint64_t begin, std::uint64_t end) {
  if (block_ < kMostBlocks && kept_.size() < kMostOfABlock) {
    kept_.push_back({kind, warp, block_, begin, end, rings_[ring]});
  } else {
    ++left_out_;
  }
}

}  // namespace warpscope::exec
