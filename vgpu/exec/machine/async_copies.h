// Asynchronous copies of a block that are under way.
//
// A copy is performed as late as the waiting rules allow: by the wait that its thread or mbarrier
// makes, not when it is issued. So a program that forgets the wait reads the old contents, as it
// may on hardware. Copies to global memory that nobody waited for are performed when the block
// ends, which is when the hardware guarantees them; copies to shared memory are lost with the
// block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "vgpu/exec/machine/mbarrier.h"

namespace warpscope::exec {

/// cp.async of one warp instruction.
struct WarpCopy {
  std::uint32_t mask = 0;  ///< lanes whose copy is under way
  std::uint32_t size_bytes = 0;
  std::uint32_t instruction = 0;               ///< number in the kernel
  std::array<const std::byte*, 32> from;       ///< host addresses
  std::array<std::byte*, 32> to;               ///< an mbarrier when is_arrival
  std::array<std::uint32_t, 32> source_bytes;  ///< the rest of size_bytes is zeroed
  std::array<std::uint32_t, 32> group;         ///< the lane's cp.async-group
  /// cp.async.mbarrier.arrive: arrives at `to` when the lane's earlier copies are done.
  bool is_arrival = false;
};

/// to[i] = operator(to[i], from[i]) over `size_bytes`.
using ReduceBytes = void (*)(std::byte* to, const std::byte* from, std::uint32_t size_bytes);

/// cp.async.bulk, cp.reduce.async.bulk, st.async and red.async of one thread.
struct BulkCopy {
  std::uint32_t thread = 0;  ///< in the block
  std::uint32_t group = 0;   ///< the thread's bulk async-group
  std::uint32_t instruction = 0;
  std::byte* to = nullptr;
  const std::byte* from = nullptr;  ///< nullptr: `value`
  std::array<std::byte, 16> value{};
  std::uint32_t size_bytes = 0;
  ReduceBytes reduce = nullptr;   ///< nullptr: a plain copy
  std::byte* mbarrier = nullptr;  ///< complete_tx there; nullptr: completes with its bulk group
  bool is_to_global = false;
  bool brings_other_bytes = false;  ///< instead of what another thread wrote in shared memory
  bool is_moved = false;            ///< its data is there: AsyncCopies::move_early()
};

/// A part of a copy that has been performed.
struct CopyDone {
  std::uint32_t thread = 0;       ///< in the block, that issued it
  std::uint32_t instruction = 0;  ///< number in the kernel
  std::byte* to = nullptr;
  std::uint32_t size_bytes = 0;
  bool is_for_waiters = false;  ///< an mbarrier says so to all that wait there
};

class AsyncCopies {
 public:
  std::function<void(const CopyDone&)> on_done;  ///< for observers; may be empty
  bool brings_other_bytes = false;               ///< LeftOut::async_copies

  /// Forgets everything; for a block of `warps` warps.
  void begin(std::uint32_t warps);
  /// Performs what the block's end completes.
  void end();

  /// The place for a copy that warp `warp` issues; its groups are set for the lanes in `mask`.
  WarpCopy& issue(std::uint32_t warp, std::uint32_t mask);
  /// The same for cp.async.mbarrier.arrive.
  WarpCopy& issue_arrival(std::uint32_t warp, std::uint32_t mask);
  void commit(std::uint32_t warp, std::uint32_t lanes);
  /// Performs the copies of `lanes` but those of each lane's `most_recent` newest committed groups.
  void wait_group(std::uint32_t warp, std::uint32_t lanes, std::uint32_t most_recent);
  /// Moves the data of all copies now but of those that reduce: what waits for them still waits. A
  /// copy may be made at any time after it was issued.
  void move_early();
  /// Performs all copies of `lanes`, committed or not.
  void wait_all(std::uint32_t warp, std::uint32_t lanes);

  /// `copy.group` is set here.
  void issue(BulkCopy copy);
  void commit_bulk(std::uint32_t thread);
  void wait_bulk(std::uint32_t thread, std::uint32_t most_recent);

  /// Bulk copies that are under way to global memory, oldest first.
  template <typename Visit>
  void for_each_to_global(const Visit& visit) const {
    for (const BulkCopy& copy : bulk_)
      if (copy.is_to_global) visit(copy);
  }

  /// Performs what completes at this mbarrier. A message when it must not be completed there.
  const char* perform_for(std::byte* mbarrier);

 private:
  struct WarpLog {
    std::vector<WarpCopy> copies;  ///< oldest first
    std::array<std::uint32_t, 32> commits{};
  };
  void perform(std::uint32_t warp, WarpCopy& copy, std::uint32_t lanes,
               bool is_for_waiters = false) const;
  static void drop_done(WarpLog& log);
  void perform(const BulkCopy& copy) const;

  std::vector<WarpLog> warps_;
  std::vector<BulkCopy> bulk_;               ///< oldest first
  std::vector<std::uint32_t> bulk_commits_;  ///< by thread
  std::uint32_t arrivals_ = 0;               ///< WarpCopy::is_arrival with lanes left
};

}  // namespace warpscope::exec
