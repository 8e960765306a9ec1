// What is known to come before what in one block: happens-before, kept per warp.
//
// Time is a counter that grows with each event that orders something. Of an access it is noted when
// and by whom it was made; it comes before another one when the latter's thread knows of that time.
// Lanes of one warp learn from each other by warp_sync() alone, and not by votes or shuffles; a
// warp learns from the others as one, which can only make too much ordered, never too little.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "vgpu/exec/observation/event.h"

namespace warpscope::exec::checks {

/// By warp of the block, or lane of the warp: up to when its accesses are known.
using Known = std::array<std::uint32_t, 32>;

class BlockOrder {
 public:
  explicit BlockOrder(std::uint32_t warps);
  /// A new block begins.
  void begin();
  std::uint32_t now() const { return now_; }

  /// True when what lane `from_lane` of warp `from` did at `time` comes before what lane `lane` of
  /// `warp` does now. kManyLanes as `from_lane`: of all its lanes.
  bool knows(std::uint32_t warp, std::uint32_t lane, std::uint32_t from, std::uint32_t from_lane,
             std::uint32_t time) const {
    if (from != warp) return time <= warps_[warp].known[from];
    const Warp& own = warps_[warp];
    if (time <= own.all_lanes_know || from_lane == lane) return true;
    if (own.lanes == nullptr) return false;
    // Of several lanes it is not known which: any meeting since then counts.
    const Known& by_lane = (*own.lanes)[lane];
    return time <= (from_lane < 32 ? by_lane[from_lane] : by_lane[lane]);
  }

  /// What all other warps did until then comes before what the warp does now, as has_acquired()
  /// has it; and what all its own lanes did.
  std::uint32_t known_of_own(std::uint32_t warp) const { return warps_[warp].all_lanes_know; }
  std::uint32_t known_of_others(std::uint32_t warp) const {
    const Warp& own = warps_[warp];
    if (!own.has_known_of_others) update_known_of_others(own);
    return std::min(own.known_of_others, now_ - 1);
  }
  /// What was done until then comes before all that is done now: all warps have met since.
  std::uint32_t known_to_all() const { return known_to_all_; }
  /// Some lanes of the warp have met without the others.
  bool has_lane_clocks(std::uint32_t warp) const { return warps_[warp].lanes != nullptr; }

  /// Lanes of the warp wait for each other, and learn nothing of what the others did.
  void meet(std::uint32_t warp) {
    warps_[warp].acquired_horizon = warps_[warp].horizon;
    forget_look(warps_[warp]);
  }
  void warp_sync(WarpLanes who) {
    meet(who.warp);
    if (who.lanes == ~0u) {
      warps_[who.warp].all_lanes_know = now_++;
    } else {
      sync_some_lanes(who);
    }
  }
  void fence(WarpLanes who, Scope scope);
  /// Until when these lanes know of each lane of their warp.
  Known known_to_lanes(WarpLanes who) const;
  /// At the warp's last fence for the device, which was not that of all its lanes: until when the
  /// lanes that made it knew of each lane. nullptr: all made it.
  const Known* device_fenced_lanes(std::uint32_t warp) const {
    return warps_[warp].device_fenced_lanes.get();
  }
  void arrive(std::uint32_t warp, std::uint32_t barrier);
  void open(std::uint32_t barrier, std::span<const WarpLanes> waiting);
  void end_warp(std::uint32_t warp) { warps_[warp].has_exited = true; }
  /// The warp publishes at `place` what it knows (`is_fenced`: knew at its last fence), and learns
  /// what others have published there. Places are numbers of the caller.
  void release(std::uint32_t warp, std::uint64_t place, bool is_fenced);
  /// `is_acquiring`: as for see().
  void acquire(std::uint32_t warp, std::uint64_t place, bool is_acquiring);
  /// What the warp knows now, its own entry with it; and what it, or one that it has learned from,
  /// knew at its last fence for the whole device (nullptr: none).
  Known known(std::uint32_t warp) const { return knowledge_of(warp).known; }
  const Known* device_fenced(std::uint32_t warp) const {
    return warps_[warp].has_device_fence ? &warps_[warp].device_fenced : nullptr;
  }
  /// The last release of another block that the warp has seen, or learned of; 0: none.
  std::uint64_t horizon(std::uint32_t warp) const { return warps_[warp].horizon; }
  /// `is_acquiring`: the look is itself a fence. Behind any other look the program needs one.
  void see(std::uint32_t warp, std::uint64_t release, bool is_acquiring) {
    Warp& of = warps_[warp];
    of.horizon = std::max(of.horizon, release);
    if (is_acquiring) of.acquired_horizon = std::max(of.acquired_horizon, release);
  }
  /// The warp waits, and what its last look told it does not count: it may not have had that.
  void look_again(std::uint32_t warp, std::uint64_t horizon, std::uint64_t acquired_horizon) {
    warps_[warp].horizon = horizon;
    warps_[warp].acquired_horizon = acquired_horizon;
  }
  /// The same as horizon(), and as knows() of another warp, of releases behind whose look the warp
  /// has made a fence (for the device, of another block's), has met others of its block, or its
  /// lanes each other.
  std::uint64_t acquired_horizon(std::uint32_t warp) const { return warps_[warp].acquired_horizon; }
  bool has_acquired(std::uint32_t warp, std::uint32_t from, std::uint32_t time) const {
    return time <= acquired_of(warps_[warp])[from];
  }

 private:
  struct Warp {
    Known known{};          ///< its own entry is not used
    Known fenced{};         ///< the same at its last fence, its own with it; zeros: no fence
    Known device_fenced{};  ///< the same at its last fence for the device
    bool has_device_fence = false;
    std::unique_ptr<Known> device_fenced_lanes;
    std::uint64_t horizon = 0, fenced_horizon = 0;  ///< now, and at its last fence
    std::uint64_t acquired_horizon = 0;
    bool has_looked = false;           ///< and made no fence since
    Known acquired{};                  ///< then: known before the first such look
    std::uint32_t all_lanes_know = 0;  ///< up to when each lane knows of all the warp's lanes
    bool has_exited = false;
    /// The least that it knows of another warp; of none: all bits.
    mutable std::uint32_t known_of_others = 0;
    mutable bool has_known_of_others = false;
    /// [lane][of lane], its own: when it last met any; nullptr while only whole warps have met.
    std::unique_ptr<std::array<Known, 32>> lanes;
  };
  struct Published {
    Known known{}, fenced{}, device_fenced{};
    bool has_device_fence = false;
    std::uint64_t horizon = 0, fenced_horizon = 0;
  };
  static const Known& acquired_of(const Warp& warp) {
    return warp.has_looked ? warp.acquired : warp.known;
  }
  static void forget_look(Warp& warp) {
    if (warp.has_looked) warp.has_known_of_others = false;
    warp.has_looked = false;
  }
  Published knowledge_of(std::uint32_t warp) const;
  static void join(Known& into, const Known& other);
  static void join(Published& into, const Published& other);
  void learn(Warp& warp, const Published& published);
  void update_known_of_others(const Warp& warp) const;
  void sync_some_lanes(WarpLanes who);

  std::vector<Warp> warps_;
  std::uint32_t now_ = 1;
  std::uint32_t known_to_all_ = 0;
  std::array<Published, 17> arrivals_{};  ///< of bar.arrive, by barrier
  std::unordered_map<std::uint64_t, Published> published_;
};

}  // namespace warpscope::exec::checks
