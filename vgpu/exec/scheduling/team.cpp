#include "vgpu/exec/scheduling/team.h"

#include <algorithm>

#include "vgpu/exec/scheduling/in_order.h"

namespace warpscope::exec {
namespace {

// Instructions that the first member executes before it has others help: less than a tenth of a
// millisecond, about as long as it takes them to begin.
constexpr std::uint64_t kInstructionsAlone = 1 << 14;
// Rounds of one block before it is found out whether what it reads is right: it may be waiting for
// something that would not be there if the blocks ran in their order. Then twice as many.
constexpr std::uint64_t kRoundsBeforeCheckpoint = 64;

}  // namespace

Team::Team(LaunchContext& launch, Worker& main, const Settings& settings)
    : launch_(launch),
      main_(main),
      blocks_(launch.blocks.count()),
      is_known_long_(settings.is_known_long),
      is_apart_(settings.is_apart),
      own_pool_(launch.options.worker_pool == nullptr ? std::make_unique<WorkerPool>() : nullptr),
      pool_(own_pool_ != nullptr ? *own_pool_ : *launch.options.worker_pool),
      log_(pool_.undo, {launch.options.most_undo_bytes, settings.workers,
                        settings.has_exact_footprints, !settings.is_apart}),
      members_(settings.workers) {}

Team::~Team() {
  if (members_.front() != nullptr) main_.take_idle_warps(*members_.front());
  for (const auto& member : members_) {
    if (member != nullptr) main_.take_footprint(*member);
  }
  members_.clear();
  launch_.state_bytes = main_.idle_state_bytes();
}

Team::Outcome Team::run(std::uint64_t first, std::uint64_t most_per_turn,
                        std::uint64_t most_instructions) {
  executed_before_ = launch_.executed;
  finished_before_ = launch_.finished_blocks;
  most_per_turn_ = most_per_turn;
  most_instructions_ = most_instructions;
  next_ = first;
  executed_ = 0;
  is_stopped_ = false;
  has_help_ = false;
  wants_checkpoint_ = false;
  outcome_ = Outcome::done;
  running_ = 1;
  waiting_ = 0;
  launch_.is_parallel = true;
  run_member(0);
  pool_.threads.wait();
  launch_.is_parallel = false;
  if (outcome_ == Outcome::done && has_help_ && !is_independent())
    outcome_ = Outcome::not_independent;
  // What a canceled launch has counted stays; what it has computed is nobody's any more.
  const bool is_kept = outcome_ == Outcome::canceled && is_independent();
  end_with(outcome_ == Outcome::done || is_kept);
  if (outcome_ != Outcome::done) next_ = first;
  is_known_long_ |= has_help_;
  return outcome_;
}

// Each member goes through its own bitmaps and log, which its core's caches hold.
void Team::end_with(bool is_done) {
  for (const auto& member : members_) {
    if (member != nullptr && is_done) main_.take_counts(*member);
  }
  const auto settle = [this, is_done](std::uint32_t index) {
    Worker* const member = members_[index].get();
    if (member == nullptr) return;
    if (is_done) {
      member->undo->forget();
      member->footprint.keep();
    } else {
      member->undo->restore();
    }
  };
  if (has_help_) pool_.threads.begin(static_cast<std::uint32_t>(members_.size() - 1), settle);
  settle(0);
  pool_.threads.wait();
  if (is_done) return;
  launch_.executed = executed_before_;
  launch_.finished_blocks = finished_before_;
}

bool Team::is_independent() const {
  if (is_apart_) return true;
  std::vector<const Footprint*> footprints;
  for (const auto& member : members_) {
    if (member != nullptr) footprints.push_back(&member->footprint);
  }
  return are_independent(footprints);
}

void Team::run_member(std::size_t index) {
  try {
    if (members_[index] == nullptr) {
      members_[index] = std::make_unique<Worker>(launch_, &log_, static_cast<std::uint32_t>(index));
      if (index == 0) members_[index]->take_idle_warps(main_);
    }
    run_turns(index);
    members_[index]->footprint.close();
  } catch (...) {
    // One worker alone will come to it as well, if it was not for want of memory.
    stop(Outcome::stopped);
  }
  leave();
}

// Turns that have begun are brought to an end, so that the blocks that have run are the first ones.
void Team::run_turns(std::size_t index) {
  Worker& worker = *members_[index];
  if (index == 0) grow();
  BlockRunner runner(worker);
  while (!is_stopped_ && !log_.is_filling() && executed_ < most_instructions_) {
    std::uint64_t first = 0, end = 0;
    if (!take_turn(first, end)) return;
    std::uint64_t executed = 0;
    for (std::uint64_t block = first; block < end; ++block) {
      if (!run_block(index, runner, block)) {
        launch_.finished_blocks += block - first;
        return;
      }
      executed += runner.context().executed;
    }
    executed_ += executed;
    launch_.finished_blocks += end - first;
  }
}

// Long turns at first, so that members work far apart and do not pull cache lines from each other;
// short ones in the end, so that they finish together.
bool Team::take_turn(std::uint64_t& first, std::uint64_t& end) {
  const std::uint64_t parts = std::uint64_t{members_.size()} * 4;
  first = next_;
  do {
    if (first >= blocks_) return false;
    const std::uint64_t left = blocks_ - first;
    end = first + std::clamp<std::uint64_t>(left / parts, 1, most_per_turn_);
  } while (!next_.compare_exchange_weak(first, end));
  return true;
}

bool Team::run_block(std::size_t index, BlockRunner& runner, std::uint64_t block) {
  runner.begin(index_of(launch_.configuration.grid, launch_.blocks(block)));
  BlockContext& context = runner.context();
  std::uint64_t checkpoint_round = kRoundsBeforeCheckpoint;
  for (std::uint64_t round = 1;; ++round) {
    const Progress progress = runner.run_round();
    const bool is_good = progress != Progress::fault &&
                         (progress == Progress::going_on || may_go_on(*members_[index], context));
    if (!is_good) {
      const bool is_canceled =
          context.fault->kind == Fault::Kind::canceled && !log_.has_overflowed();
      if (is_canceled) {
        const std::lock_guard lock(mutex_);
        fault_ = context.fault;
      }
      stop(is_canceled             ? Outcome::canceled
           : log_.has_overflowed() ? Outcome::overflow
                                   : Outcome::stopped);
    }
    if (is_stopped_) return false;
    if (index == 0) grow();
    if (round == checkpoint_round) {
      checkpoint_round *= 2;
      wants_checkpoint_ = true;
    }
    if (wants_checkpoint_) wait_at_checkpoint();
    if (is_stopped_) return false;
    if (progress == Progress::finished) return true;
  }
}

// Has the other members begin, when there is enough to do.
void Team::grow() {
  const Worker& worker = *members_.front();
  const std::uint64_t executed = launch_.executed - executed_before_ + worker.unreported;
  if (has_help_ || members_.size() < 2 || next_ >= blocks_ ||
      (!is_known_long_ && executed < kInstructionsAlone))
    return;
  const auto others = static_cast<std::uint32_t>(members_.size() - 1);
  {
    const std::lock_guard lock(mutex_);
    running_ += others;
  }
  try {
    pool_.threads.begin(others, [this](std::uint32_t index) { run_member(index); });
  } catch (...) {
    const std::lock_guard lock(mutex_);
    running_ -= others;
    throw;
  }
  has_help_ = true;
}

void Team::stop(Outcome reason) {
  const std::lock_guard lock(mutex_);
  if (outcome_ == Outcome::done) outcome_ = reason;
  is_stopped_ = true;
}

void Team::leave() {
  const std::lock_guard lock(mutex_);
  --running_;
  if (wants_checkpoint_ && running_ > 0 && waiting_ == running_) settle_checkpoint();
}

void Team::wait_at_checkpoint() {
  std::unique_lock lock(mutex_);
  if (!wants_checkpoint_) return;
  if (++waiting_ == running_) {
    settle_checkpoint();
    return;
  }
  checkpoint_passed_.wait(lock, [this, seen = checkpoints_] { return checkpoints_ != seen; });
}

// Nobody runs: all members have left or wait here.
void Team::settle_checkpoint() {
  for (const auto& member : members_) {
    if (member != nullptr) member->footprint.close();
  }
  if (!is_stopped_ && !is_independent()) {
    outcome_ = Outcome::not_independent;
    is_stopped_ = true;
  }
  waiting_ = 0;
  wants_checkpoint_ = false;
  ++checkpoints_;
  checkpoint_passed_.notify_all();
}

}  // namespace warpscope::exec
