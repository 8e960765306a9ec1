// The trace of a launch: what its warps executed, by block, for a clock that replays it. See
// record.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "vgpu/exec/trace/record.h"

namespace warpscope::exec {

struct BasicBlock;  // program/kernel.h
struct AccessSite;  // program/kernel.h
struct Kernel;      // program/kernel.h

/// One block of the grid, from its beginning to its end.
struct BlockTrace {
  std::uint64_t number = 0;             ///< linear in the grid
  std::vector<std::byte> bytes;         ///< of the warps, in their order
  std::vector<std::uint64_t> warp_end;  ///< by warp: where its bytes end
  /// For TraceReader. Nothing for a warp that there is not.
  std::span<const std::byte> warp(std::size_t index) const;
};

/// Given to a launch (LaunchOptions::trace), which fills it. The bytes of a block are the same for
/// any number of workers, unless the kernel spins: which way a warp goes then, and how often,
/// depends on when the others have their turns.
class LaunchTrace {
 public:
  /// Which blocks are traced, and how much.
  struct Limits {
    /// Of each `period` blocks the first `count`.
    std::uint64_t period = 1, count = 1;
    /// Of all blocks together. A trace that would be longer is empty in the end.
    std::uint64_t most_bytes = std::uint64_t{1} << 30;
  };
  LaunchTrace() = default;
  explicit LaunchTrace(const Limits& limits) : limits_(limits) {}

  /// Of the blocks that have ended, by number; of a launch with a fault some may be missing.
  const std::map<std::uint64_t, BlockTrace>& blocks() const { return blocks_; }
  /// False: more than Limits::most_bytes.
  bool is_complete() const { return !is_too_long_; }
  std::uint64_t size_bytes() const { return bytes_; }
  /// Two launches of a kernel with the same one went the same way and touched the same memory.
  std::array<std::uint64_t, 2> fingerprint() const;
  /// Of launches that begin later.
  void set_limits(const Limits& limits) { limits_ = limits; }
  /// Of the kernel, which must live as long as this is asked.
  std::span<const BasicBlock> basic_blocks() const;
  std::span<const AccessSite> sites() const;

  // For the launch. Several workers call them at a time.

  /// Forgets what was traced before.
  void begin(const Kernel& kernel);
  bool wants(std::uint64_t block) const;
  /// A block that has ended; the last one counts of those with one number, because what several
  /// workers did may have been taken back.
  void take(BlockTrace block);
  /// A block's trace is longer than all may be.
  void give_up();

 private:
  void forget();
  Limits limits_;
  const Kernel* kernel_ = nullptr;
  std::mutex mutex_;
  std::map<std::uint64_t, BlockTrace> blocks_;
  std::uint64_t bytes_ = 0;
  bool is_too_long_ = false;
};

}  // namespace warpscope::exec
