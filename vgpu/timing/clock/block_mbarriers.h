// The mbarriers of a resident block: how many arrivals and bytes their phases wait for, when they
// end, and which warps wait there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vgpu/exec/trace/record.h"
#include "vgpu/timing/clock/server.h"

namespace warpscope::timing {

class BlockMbarriers {
 public:
  /// For so many arrivals.
  void init(std::uint32_t offset, std::uint32_t count);
  /// The phase expects so many arrivals more than it was made for.
  void expect_arrivals(std::uint32_t offset, std::uint32_t count);
  /// Arrivals, and bytes that are still to come (or, if negative, that have come), which have their
  /// turn `at` this time. Whether a phase has ended: ask take_woken() then.
  bool arrive(std::uint32_t offset, std::uint32_t count, std::int64_t bytes, bool drops, Ticks at);
  /// A warp waits for the end of the phase of this parity: when that was, or nothing yet.
  std::optional<Ticks> wait(std::uint32_t offset, bool parity, std::uint32_t warp);
  struct Woken {
    std::vector<std::uint32_t> warps;
    Ticks when = 0;  ///< the phase ended
  };
  Woken take_woken(std::uint32_t offset);

 private:
  struct Mbarrier {
    std::uint32_t offset = 0;
    std::uint32_t pending = 0, expected = 0;
    std::int64_t bytes = 0;
    bool parity = false;          ///< of the phase that goes on
    Ticks latest = 0, ended = 0;  ///< its last arrival; the end of the phase before
    std::vector<std::uint32_t> waiting;
  };
  Mbarrier* find(std::uint32_t offset);

  std::vector<Mbarrier> mbarriers_;
};

}  // namespace warpscope::timing
