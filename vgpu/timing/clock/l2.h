// The L2 cache, and its units for atomics.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "arch/profile.h"
#include "vgpu/timing/clock/dram.h"
#include "vgpu/timing/clock/l2_contents.h"
#include "vgpu/timing/clock/line_cache.h"
#include "vgpu/timing/clock/server.h"
#include "vgpu/timing/clock/warp_requests.h"

namespace warpscope::timing {

class L2 {
 public:
  /// How much of the GPU's L2 it is, where the rest of the GPU is not modelled.
  struct Part {
    double share = 1;                      ///< of its rates
    double memory_share = 1;               ///< of its bytes and of the memory behind it
    double turns = 1;                      ///< of an atomic at its part, for those of the other SMs
    const L2Contents* contents = nullptr;  ///< when the launch begins; nullptr: nothing
    std::uint64_t first_line = 0;          ///< of global memory: lines are counted from it on
  };
  L2(const arch::Profile& profile, const Part& part);
  /// When the sectors of the line (a bit each) leave for the SM that asks `at` this time.
  Ticks read(std::uint64_t line, std::uint64_t sectors, Ticks at);
  /// When L2 has taken them.
  Ticks write(std::uint64_t line, std::uint64_t sectors, Ticks at);
  /// When the sector's unit has served it.
  Ticks atomic(const LineRequest& request, bool computes_floats, Ticks at);
  /// When the last write or atomic was through.
  Ticks quiet_at() const { return quiet_; }
  /// How long its arrays were busy.
  Ticks busy() const { return sectors_.busy(); }
  const Dram& dram() const { return dram_; }
  /// Of memory, by all of the GPU.
  std::uint64_t fetched_bytes() const {
    return static_cast<std::uint64_t>(static_cast<double>(fetched_) / memory_share_);
  }

 private:
  using Cache = LineCache<kLineSectors>;
  Cache::Line& line_of(std::uint64_t number);
  void fetch(std::uint64_t number, Cache::Line& line, std::size_t sector, Ticks at);
  /// When there is room for these sectors beside others that are not in memory yet.
  Ticks make_dirty(Cache::Line& line, std::uint64_t sectors, Ticks at);
  Ticks arrive(std::uint64_t sectors, double share, Ticks at);

  const L2Contents* contents_;
  std::uint64_t first_line_;
  double memory_share_;
  std::uint64_t fetched_ = 0;  ///< bytes, of memory
  Dram dram_;
  Cache cache_;
  RateServer sectors_;
  double store_share_;
  double request_share_;  ///< of a sector's time: what a request of one takes at least
  Ticks latency_;
  std::size_t granule_sectors_;
  std::uint64_t dirty_ = 0, most_dirty_;  ///< sectors
  RateServer atomic_sectors_;
  Ticks atomic_turn_, float_turn_;
  std::unordered_map<std::uint64_t, Ticks> parts_, float_sectors_;  ///< when they are free
  Ticks quiet_ = 0;
};

}  // namespace warpscope::timing
