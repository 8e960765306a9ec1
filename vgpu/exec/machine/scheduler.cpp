#include "vgpu/exec/machine/scheduler.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {

// Rounds in which no block ended before more blocks are admitted: a round is a slice of every warp.
constexpr std::uint32_t kRoundsBeforeAdmission = 8;
// Shorter turns while blocks wait for each other, so that spinning costs little.
constexpr std::int64_t kResidentSliceInstructions = 1 << 11;
// Blocks that a worker takes at a time.
constexpr std::uint64_t kMostBlocksPerTurn = 64;
constexpr std::uint64_t kInstructionsBetweenChecks = 1 << 16;

Dim3 index_of(const Dim3& grid, std::uint64_t block) {
  const std::uint64_t row = block / grid.x;
  return {static_cast<std::uint32_t>(block % grid.x), static_cast<std::uint32_t>(row % grid.y),
          static_cast<std::uint32_t>(row / grid.y)};
}

// Asks now and then whether the launch may go on, also when each block is short.
bool may_go_on(Worker& worker, BlockContext& block) {
  return worker.unreported < kInstructionsBetweenChecks || worker.may_go_on(block);
}

// One thread; blocks begin in the order of their indices.
class InOrder {
 public:
  InOrder(LaunchContext& launch, Worker& worker)
      : launch_(launch),
        worker_(worker),
        blocks_(launch.configuration.grid.count()),
        limit_(launch.options.is_cooperative ? blocks_ : 1) {}

  std::optional<Fault> run() {
    std::uint32_t rounds = 0;
    while (true) {
      admit();
      if (residents_ == 0) return std::nullopt;
      bool any_finished = false;
      for (std::size_t i = 0; i < residents_;) {
        BlockRunner& runner = *runners_[i];
        const Progress progress = runner.run_round();
        if (progress == Progress::fault ||
            (progress == Progress::finished && !may_go_on(worker_, runner.context())))
          return runner.context().fault;
        if (progress == Progress::finished) {
          any_finished = true;
          retire(i);
        } else {
          ++i;
        }
      }
      rounds = any_finished ? 0 : rounds + 1;
      if (rounds >= kRoundsBeforeAdmission && next_ < blocks_ && launch_.kernel.is_ordered) {
        limit_ = std::max<std::uint64_t>(limit_ * 2, 2);
        rounds = 0;
      }
    }
  }

 private:
  void admit() {
    while (residents_ < limit_ && next_ < blocks_) {
      if (residents_ == runners_.size()) runners_.push_back(std::make_unique<BlockRunner>(worker_));
      runners_[residents_++]->begin(index_of(launch_.configuration.grid, next_++));
    }
    if (residents_ > 1) worker_.slice_instructions = kResidentSliceInstructions;
  }

  // Keeps the order of the others: the turns depend on it.
  void retire(std::size_t index) {
    std::rotate(runners_.begin() + static_cast<std::ptrdiff_t>(index),
                runners_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                runners_.begin() + static_cast<std::ptrdiff_t>(residents_));
    --residents_;
  }

  LaunchContext& launch_;
  Worker& worker_;
  std::uint64_t blocks_;
  std::uint64_t limit_;
  std::uint64_t next_ = 0;
  std::size_t residents_ = 0;
  std::vector<std::unique_ptr<BlockRunner>> runners_;  ///< the resident ones first
};

// Several threads that take blocks from a common count.
class Spread {
 public:
  explicit Spread(LaunchContext& launch)
      : launch_(launch), blocks_(launch.configuration.grid.count()) {}

  std::optional<Fault> run(std::vector<std::unique_ptr<Worker>>& workers) {
    per_turn_ = std::clamp<std::uint64_t>(blocks_ / (workers.size() * 16), 1, kMostBlocksPerTurn);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 1; i < workers.size(); ++i)
        threads.emplace_back([this, &worker = *workers[i]] { run_worker(worker); });
      run_worker(*workers.front());
    }
    if (error_) std::rethrow_exception(error_);
    return std::move(fault_);
  }

 private:
  void run_worker(Worker& worker) {
    try {
      BlockRunner runner(worker);
      while (true) {
        const std::uint64_t first = next_.fetch_add(per_turn_);
        const std::uint64_t end = std::min(first + per_turn_, blocks_);
        for (std::uint64_t block = first; block < end; ++block) {
          // Blocks before one with a fault still run: the first in order is what is reported.
          if (block > first_fault_) return;
          if (!run_block(worker, runner, block)) return;
        }
        if (end <= first || end == blocks_) return;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      first_fault_ = 0;
    }
  }

  bool run_block(Worker& worker, BlockRunner& runner, std::uint64_t block) {
    runner.begin(index_of(launch_.configuration.grid, block));
    Progress progress = Progress::going_on;
    while (progress == Progress::going_on) progress = runner.run_round();
    if (progress == Progress::finished && may_go_on(worker, runner.context())) return true;
    const std::lock_guard lock(mutex_);
    if (block < first_fault_) {
      first_fault_ = block;
      fault_ = runner.context().fault;
    }
    return false;
  }

  LaunchContext& launch_;
  std::uint64_t blocks_;
  std::uint64_t per_turn_ = 1;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> first_fault_{~std::uint64_t{0}};
  std::mutex mutex_;
  std::optional<Fault> fault_;
  std::exception_ptr error_;
};

}  // namespace

ScheduleResult run_blocks(LaunchContext& launch) {
  ScheduleResult result;
  const std::uint64_t blocks = launch.configuration.grid.count();
  // Blocks of one multiprocessor share its L1, one after the other.
  const bool in_order =
      launch.kernel.is_ordered || launch.options.is_cooperative || launch.options.l1_bytes != 0;
  const std::uint64_t threads =
      in_order ? 1 : std::clamp<std::uint64_t>(launch.options.worker_threads, 1, blocks);
  launch.is_parallel = threads > 1;
  for (std::uint64_t i = 0; i < threads; ++i)
    result.workers.push_back(std::make_unique<Worker>(launch));
  result.fault = threads == 1 ? InOrder(launch, *result.workers.front()).run()
                              : Spread(launch).run(result.workers);
  return result;
}

}  // namespace warpscope::exec
