// The barriers of a resident block.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/clock_figures.h"
#include "vgpu/timing/clock/server.h"

namespace warpscope::timing {

class BlockBarriers {
 public:
  /// A warp comes to a barrier, for `warps` of them. The warps that wait may go on if it was the
  /// last one, `at` the time that comes back; kNever: not yet. `warp`: any number of the caller's.
  Ticks arrive(std::uint32_t barrier, std::uint32_t warp, bool waits, std::uint64_t warps,
               const arch::ClockFigures::Barriers& figures, Ticks now);
  /// A warp of the block has ended: calls `open(barrier's waiting warps, time)` for those that wait
  /// for all warps, of which there are so many now.
  template <class Open>
  void warp_ended(std::uint64_t warps, const arch::ClockFigures::Barriers& figures, Ticks now,
                  Open&& open) {
    for (Barrier& barrier : barriers_) {
      if (!barrier.is_of_all || barrier.arrived == 0 || barrier.arrived < warps) continue;
      const Ticks when =
          std::max(now, barrier.arrivals.free_at()) + ticks_of(figures.release_cycles);
      const std::vector<std::uint32_t> waiting = take(barrier);
      open(waiting, when);
    }
  }
  /// Those that wait at the barrier, which begins anew.
  std::vector<std::uint32_t> take(std::uint32_t barrier) { return take(of(barrier)); }
  /// Of the next arrivals: it is for all warps of the block.
  void is_for_all(std::uint32_t barrier) { of(barrier).is_of_all = true; }

 private:
  struct Barrier {
    std::uint32_t number = 0;
    std::uint64_t arrived = 0;
    bool is_of_all = false;
    Server arrivals;
    std::vector<std::uint32_t> waiting;
  };
  Barrier& of(std::uint32_t number);
  static std::vector<std::uint32_t> take(Barrier& barrier);

  std::vector<Barrier> barriers_;
};

}  // namespace warpscope::timing
