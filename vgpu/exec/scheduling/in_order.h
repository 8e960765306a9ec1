// The blocks of a launch on one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vgpu/exec/base/permutation.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/worker.h"
#include "vgpu/exec/scheduling/progress_watch.h"

namespace warpscope::exec {

/// The index of the block with this number.
Dim3 index_of(const Dim3& grid, std::uint64_t block);

/// Asks now and then whether the launch may go on, also when each block is short. `block` is the
/// one that has just ended.
bool may_go_on(Worker& worker, BlockContext& block);

/// Whether one more may be resident beside so many (LaunchOptions::most_state_bytes).
bool has_room_for_block(const LaunchContext& launch, const Worker& worker, std::uint64_t residents);

/// Blocks begin in the order of their indices. Unless the launch is cooperative or its kernel
/// ordered, each ends before the next one begins. With LaunchOptions::interleaves some are resident
/// together and take short turns; they begin nearly in the order of their indices, as on a GPU.
class InOrder {
 public:
  /// Of the blocks that run, from number `first` to the last.
  InOrder(LaunchContext& launch, Worker& worker, std::uint64_t first);
  std::optional<Fault> run();

  /// Gives one resident block a round. False when the launch has ended, with or without a fault.
  bool turn();
  std::optional<Fault>& fault() { return fault_; }
  /// Those that have begun and not ended.
  std::span<const std::unique_ptr<BlockRunner>> residents() const {
    return {runners_.data(), now_.residents};
  }

  /// Where the launch is between two turns.
  struct Position {
    std::uint64_t limit = 1;  ///< of residents
    std::uint64_t next = 0;   ///< block to be admitted
    std::size_t residents = 0;
    std::size_t at = 0;  ///< whose turn is next, if it is not a new round of all
    bool begins = true;  ///< a new round of all
    bool any_finished = false, all_short = true;  ///< in this round
    bool needs_others = false;  ///< the residents wait for blocks that have not begun
    std::uint32_t rounds = 0;   ///< without a block that ended
  };
  struct State {
    Position position;
    std::vector<BlockRunner*> order;
    std::vector<BlockState> blocks;  ///< of the residents
  };
  State save() const;
  void restore(const State& state);

 private:
  void admit();
  /// Which block begins as the one of this number.
  std::uint64_t block_at(std::uint64_t number) const;
  void raise_limit();
  /// Of a round in which no block ended; the fault when none ever will.
  std::optional<Fault> look_for_progress();
  void retire(std::size_t index);
  void end_round();

  LaunchContext& launch_;
  Worker& worker_;
  std::uint64_t blocks_;
  Permutation order_;         ///< LaunchOptions::schedule
  bool shares_time_;          ///< LaunchOptions::shares_time, where it matters
  bool interleaves_;          ///< LaunchOptions::interleaves, where it holds
  std::uint64_t window_ = 1;  ///< with interleaves_: blocks that may change places
  Position now_;
  std::optional<Fault> fault_;
  std::vector<std::unique_ptr<BlockRunner>> runners_;  ///< the resident ones first
  std::optional<ProgressWatch> watch_;                 ///< of launches with checks
};

}  // namespace warpscope::exec
