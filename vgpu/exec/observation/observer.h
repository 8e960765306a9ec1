// Those who are told what a launch's instructions did, in the order in which they did it.
//
// A launch that is observed runs on one thread, and its kernel is lowered without the short ways
// past vgpu/exec/access, so that nothing is left out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/observation/access_event.h"

namespace warpscope::exec {

struct Kernel;  // program/kernel.h

/// Lanes of one warp that act together.
struct WarpLanes {
  std::uint32_t warp = 0;  ///< in the block
  std::uint32_t lanes = 0;
};

/// Lanes that wait at a barrier of the block.
struct BarrierWaiter {
  WarpLanes who;
  std::uint32_t instruction = 0;  ///< that they wait at
  std::uint32_t threads = 0;      ///< that it says the barrier is for; 0: all of the block
};

/// A barrier that opens.
struct BarrierMeeting {
  std::uint32_t barrier = 0;
  std::span<const BarrierWaiter> waiting;
  std::span<const WarpLanes> alive;  ///< lanes of the block that have not exited, by warp
};

/// Lanes that fetch, through a texture, elements that its linear memory does not have. The hardware
/// gives zeros for them and reports nothing.
struct OutsideFetch {
  WarpLanes who;
  std::uint32_t instruction = 0;
  std::int64_t index = 0;      ///< that the first of them asks for
  std::uint64_t elements = 0;  ///< that there are
};

/// Lanes whose printf has a conversion that printf in a kernel does not know.
struct UnknownConversion {
  WarpLanes who;
  std::uint32_t instruction = 0;
  std::string text;  ///< "%zu"
};

/// Watches one block at a time. Observers derive from PartialBlockObserver and override what they
/// want; here nothing has a default, so that the compiler asks both.h to hand on whatever is added.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  /// The next block begins; `number` is linear in the grid.
  virtual void begin_block(std::uint64_t number, const Dim3& index) = 0;
  virtual void begin_warp(std::uint32_t warp) = 0;
  /// All its threads have exited.
  virtual void end_warp(std::uint32_t warp) = 0;
  virtual void access(const AccessEvent& event) = 0;
  /// Besides access(), which is told of the elements that are there.
  virtual void outside_fetch(const OutsideFetch& fetch) = 0;
  virtual void unknown_conversion(const UnknownConversion& conversion) = 0;
  /// Told instead of access(). False, and nothing done: it wants access() of this one.
  virtual bool line(const LineAccess& access) = 0;
  /// line() never is false.
  virtual bool takes_lines() const = 0;
  /// False: fence() and warp_sync() need not be told.
  virtual bool wants_order() const = 0;
  virtual void fence(WarpLanes who, Scope scope) = 0;
  /// bar.warp.sync, or another `.sync` instruction, of these lanes.
  virtual void warp_sync(WarpLanes who) = 0;
  /// A reduction across the warp (redux.sync) of these lanes' values, which all of them get.
  virtual void reduction(WarpLanes who, std::uint32_t instruction) = 0;
  /// bar.arrive.
  virtual void barrier_arrival(WarpLanes who, std::uint32_t barrier) = 0;
  /// A barrier opens for those that wait at it.
  virtual void barrier(std::uint32_t barrier, std::span<const WarpLanes> waiting) = 0;
  /// Lanes use what the shuffle `shuffle` took from lanes that did not take part in it.
  virtual void undefined_use(WarpLanes who, std::uint32_t shuffle) = 0;
  /// Lanes use a value that lacks what a shuffle could not give them, e.g. a part of a sum, in this
  /// instruction; its access follows.
  virtual void partial_use(WarpLanes who, std::uint32_t instruction) = 0;
  /// A .sync instruction of these lanes, for which lanes in its mask never came: when it began,
  /// they had other things to do, and then they exited.
  virtual void missing_lanes(WarpLanes who, std::uint32_t instruction, std::uint32_t missing) = 0;
  /// A barrier that opens, before barrier() is told: who came, and from where.
  virtual void meeting(const BarrierMeeting& meeting) = 0;
  /// An arrival at the mbarrier at `offset` of shared memory, and a wait there that succeeded.
  virtual void mbarrier_arrival(WarpLanes who, std::uint32_t offset) = 0;
  virtual void mbarrier_wait(WarpLanes who, std::uint32_t offset) = 0;
  /// An asynchronous copy that writes to `to` has been made: its source may change now.
  virtual void copy_performed(const std::byte* to) = 0;
  /// The mbarrier at `offset` is initialised; and any later instruction on it, before it is done.
  virtual void mbarrier_init(WarpLanes who, std::uint32_t offset, std::uint32_t instruction) = 0;
  virtual void mbarrier_use(WarpLanes who, std::uint32_t offset, std::uint32_t instruction) = 0;
};

/// What block runners need to know of their block, once.
struct BlockShape {
  std::uint32_t shared_bytes = 0;
  std::uint32_t warps = 0;
  std::uint64_t local_bytes = 0;  ///< per thread
};

/// Watches a launch.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;
  /// One for each block that is resident at a time; it does not outlive the launch.
  virtual std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& shape) = 0;
};

}  // namespace warpscope::exec
