// What comes before what in a launch, decided slowly: a vector clock for each thread, and for each
// cell of memory all accesses there were. Knows nothing of vgpu/exec/checks.
//
// Two orders. The strict one is what PTX guarantees (PTX ISA manual, chapter 8, causality order): a
// race that is reported must be one by it. The generous one is what the checks may take for
// ordered, by docs/contributors/executor.md ("Being watched"): a race by this one must be reported.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "vgpu/exec/observation/observer.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec::checks {

/// By thread of the grid: up to which of its steps it is known.
using Clock = std::vector<std::uint32_t>;

/// Lines of two accesses, the lower one first.
using Lines = std::pair<std::uint32_t, std::uint32_t>;

class Oracle : public LaunchObserver {
 public:
  /// At most 512 threads and 63 lines.
  Oracle(const Kernel& kernel, std::uint32_t blocks, std::uint32_t threads_per_block);
  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& shape) override;

  /// Whether these accesses of one cell of four bytes race by the strict order.
  bool may_report(std::uint32_t line, std::uint32_t thread, std::uint32_t other_line,
                  std::uint32_t other_thread, std::uint64_t address) const {
    return possible_.contains(key_of(line, thread, other_line, other_thread, address));
  }
  /// Races by the generous order: of each of these sets, one must be reported.
  const std::set<std::set<Lines>>& required() const { return required_; }
  std::uint64_t accesses() const { return accesses_; }

 private:
  class Block;
  friend class Block;
  /// One thread's part of an access, in one cell.
  struct Step {
    std::uint32_t thread = 0, time = 0, line = 0;
    bool is_write = false, is_atomic = false, is_strong = false, is_device_wide = false;
    bool has_value = false;  ///< a plain store's
    std::uint32_t value = 0;
    bool changes_nothing = false;  ///< it was there already
  };
  struct Cell {
    std::vector<Step> steps;
    std::size_t first_read = 0;  ///< behind the last write
  };
  struct Thread {
    Clock strict, generous;
    Clock block_fence, device_fence;      ///< strict, at its last fence
    Clock block_pending, device_pending;  ///< read, and not fenced yet
  };
  struct Warp {
    Clock fenced, device_fenced;  ///< generous: by fences that it knows of
    bool has_exited = false;
  };
  /// What the last strong write of a place publishes by the strict order.
  struct Flag {
    Clock for_block, for_all;
    std::uint32_t block = 0;
  };
  /// What warps of one block publish for each other by the generous order.
  struct Shared {
    Clock known, fenced, device_fenced;
  };

  static std::uint64_t key_of(std::uint32_t line, std::uint32_t thread, std::uint32_t other_line,
                              std::uint32_t other_thread, std::uint64_t address) {
    return std::uint64_t{line} << 58 | std::uint64_t{thread} << 49 |
           std::uint64_t{other_line} << 43 | std::uint64_t{other_thread} << 34 |
           (address / 4 & ((std::uint64_t{1} << 34) - 1));
  }
  static void join(Clock& into, const Clock& other);
  std::uint32_t block_of(std::uint32_t thread) const { return thread / threads_per_block_; }
  std::uint32_t first_thread(std::uint32_t block, std::uint32_t warp) const {
    return block * threads_per_block_ + warp * 32;
  }

  void access(std::uint32_t block, const AccessEvent& event);
  void look_at(const Step& step, bool is_shared, std::uint64_t cell, std::uint64_t address);
  void require(const Cell& cell, const Step& step, bool is_shared);
  template <typename Races, typename LinesOf>
  void require_covered(const Cell& cell, const Step& step, const Races& races,
                       const LinesOf& lines);
  void acquire(std::uint32_t thread, std::uint64_t address, const AccessEvent& event);
  void release(std::uint32_t thread, std::uint64_t address, const AccessEvent& event);
  void fence(std::uint32_t block, WarpLanes who, Scope scope);
  void sync_lanes(std::uint32_t block, WarpLanes who);
  Shared knowledge_of(std::uint32_t block, std::uint32_t warp) const;
  static void join(Shared& into, const Shared& other);
  void teach(std::uint32_t block, std::uint32_t warp, const Shared& what, bool own_lanes_too);
  bool both_strong(const Step& a, const Step& b) const;
  bool same_value(const Step& a, const Step& b) const;

  const Kernel& kernel_;
  std::uint32_t threads_per_block_, warps_per_block_;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;        ///< of the grid
  std::vector<bool> met_in_part_;  ///< by thread: with some of its warp's lanes
  std::map<std::uint64_t, Flag> flags_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Shared> published_;  ///< by block and place
  std::map<std::pair<std::uint32_t, std::uint64_t>, Clock> arrivals_;    ///< strict, at mbarriers
  Clock released_;                              ///< generous: by all blocks, for others
  std::map<std::uint64_t, Clock> released_at_;  ///< the same at the last release of each place
  std::map<std::pair<std::uint64_t, std::uint64_t>, Cell> cells_;
  std::unordered_set<std::uint64_t> possible_;
  std::set<std::set<Lines>> required_;
  std::uint64_t accesses_ = 0;
};

}  // namespace warpscope::exec::checks
