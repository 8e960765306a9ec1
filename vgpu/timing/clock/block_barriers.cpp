#include "vgpu/timing/clock/block_barriers.h"

#include <algorithm>
#include <utility>

namespace warpscope::timing {

BlockBarriers::Barrier& BlockBarriers::of(std::uint32_t number) {
  const auto found = std::ranges::find(barriers_, number, &Barrier::number);
  if (found != barriers_.end()) return *found;
  barriers_.emplace_back().number = number;
  return barriers_.back();
}

std::vector<std::uint32_t> BlockBarriers::take(Barrier& barrier) {
  barrier.arrived = 0;
  return std::exchange(barrier.waiting, {});
}

Ticks BlockBarriers::arrive(std::uint32_t number, std::uint32_t warp, bool waits,
                            std::uint64_t warps, const arch::ClockFigures::Barriers& figures,
                            Ticks now) {
  Barrier& barrier = of(number);
  const Ticks taken = barrier.arrivals.serve(now, ticks_of(figures.arrival_cycles));
  ++barrier.arrived;
  if (waits) barrier.waiting.push_back(warp);
  if (barrier.arrived < warps) return kNever;
  return taken + ticks_of(figures.release_cycles);
}

}  // namespace warpscope::timing
