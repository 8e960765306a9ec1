// Several workers that run blocks at the same time, as if one had run them in their order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/worker.h"
#include "vgpu/exec/scheduling/worker_pool.h"

namespace warpscope::exec {

/// Each member marks what its blocks read and write, and what a block overwrites is saved. When all
/// have come to an end, the marks show whether a block of one member may have seen, or overwritten,
/// what a block of another one wrote. If none has, all is as after running the blocks in their
/// order; if one may have, memory is put back to what it was before.
class Team {
 public:
  struct Settings {
    std::uint32_t workers = 2;
    bool has_exact_footprints = false;  ///< by the byte, where memory allows
    /// All members begin at once; otherwise the first one begins, and sees whether there is much to
    /// do.
    bool is_known_long = false;
    /// The blocks are known not to meet, so nothing is saved; nothing is put back, then.
    bool is_apart = false;
  };
  enum class Outcome : std::uint8_t {
    done,             ///< the blocks have run; all counts are the main worker's
    not_independent,  ///< blocks may have seen each other
    overflow,         ///< more was written than can be put back
    stopped,          ///< a block has a fault, or an exception was thrown
    canceled,         ///< fault() says so
  };

  /// `main` gets the counts; it does not run meanwhile.
  Team(LaunchContext& launch, Worker& main, const Settings& settings);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// Runs blocks from number `first` on, at most `most_per_turn` at a time, until there are no more
  /// or about `most_instructions` have been executed or much has been saved. Unless it is done,
  /// memory and counts are what they were.
  Outcome run(std::uint64_t first, std::uint64_t most_per_turn, std::uint64_t most_instructions);
  /// The first block that has not run.
  std::uint64_t next() const { return next_; }
  std::optional<Fault>& fault() { return fault_; }

 private:
  void run_member(std::size_t index);
  void run_turns(std::size_t index);
  bool take_turn(std::uint64_t& first, std::uint64_t& end);
  bool run_block(std::size_t index, BlockRunner& runner, std::uint64_t block);
  void grow();
  void leave();
  void stop(Outcome reason);
  void wait_at_checkpoint();
  void settle_checkpoint();
  bool is_independent() const;
  void end_with(bool is_done);

  LaunchContext& launch_;
  Worker& main_;
  std::uint64_t blocks_;
  bool is_known_long_;
  bool is_apart_;
  std::unique_ptr<WorkerPool> own_pool_;  ///< when the launch brings none
  WorkerPool& pool_;
  UndoLog log_;
  std::vector<std::unique_ptr<Worker>> members_;  ///< each made by the thread that runs it
  bool has_help_ = false;                         ///< all members have begun

  std::uint64_t executed_before_ = 0, finished_before_ = 0;
  std::uint64_t most_per_turn_ = 1;
  std::uint64_t most_instructions_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> executed_{0};  ///< in turns that have ended
  std::atomic<bool> is_stopped_{false};
  std::atomic<bool> wants_checkpoint_{false};

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable checkpoint_passed_;
  Outcome outcome_ = Outcome::done;
  std::optional<Fault> fault_;
  std::uint32_t running_ = 0, waiting_ = 0;
  std::uint64_t checkpoints_ = 0;
};

}  // namespace warpscope::exec
