#include "vgpu/exec/scheduling/in_order.h"

#include <algorithm>

namespace warpscope::exec {
namespace {

// Rounds in which no block ended before more blocks are admitted: a round is a slice of every warp.
constexpr std::uint32_t kRoundsBeforeAdmission = 8;
// With checks and as many blocks as the device holds, so many times more: blocks that have barriers
// need a round for each before it shows whom they wait for.
constexpr std::uint32_t kPatienceOfFullDevice = 64;
// Rounds of blocks that spin are short: so many count as one, which then has as many instructions.
constexpr std::uint32_t kShortRounds = (1 << 16) / 32;
constexpr std::uint32_t kShortRoundsOfResidents = (1 << 11) / 32;
// Shorter turns while blocks wait for each other, so that spinning costs little.
constexpr std::int64_t kResidentSliceInstructions = 1 << 11;
// Where residents share time: about what a warp issues while others wait for memory once.
constexpr std::int64_t kSharedTimeInstructions = 64;
// Their turns are short, and others wait for room unless nothing else helps.
constexpr std::uint32_t kSharedTimeRounds = 1 << 15;
// Resident blocks that interleave: no more than it takes for each to meet others, and as many
// warps.
constexpr std::uint64_t kMostInterleaved = 64, kMostInterleavedWarps = 128;
constexpr std::uint32_t kInterleavedRounds = 1 << 12;
constexpr std::uint64_t kInstructionsBetweenReports = 1 << 16;

/// How many blocks of the launch are resident together where they interleave.
std::uint64_t interleaved_blocks(const LaunchContext& launch) {
  const std::uint64_t threads = launch.configuration.block.count();
  const std::uint64_t warps = (threads + kWarpSize - 1) / kWarpSize;
  const std::uint64_t most =
      std::clamp<std::uint64_t>(kMostInterleavedWarps / warps, 2, kMostInterleaved);
  const std::uint64_t held = launch.options.resident_blocks;
  return held == 0 ? most : std::min(most, held);
}

}  // namespace

Dim3 index_of(const Dim3& grid, std::uint64_t block) {
  const std::uint64_t row = block / grid.x;
  return {static_cast<std::uint32_t>(block % grid.x), static_cast<std::uint32_t>(row % grid.y),
          static_cast<std::uint32_t>(row / grid.y)};
}

bool may_go_on(Worker& worker, BlockContext& block) {
  return (worker.unreported < kInstructionsBetweenReports && !worker.is_over_budget()) ||
         worker.may_go_on(block);
}

bool has_room_for_block(const LaunchContext& launch, const Worker& worker,
                        std::uint64_t residents) {
  const std::uint64_t each = launch.state_bytes_of_block();
  // A resident block's last warps may not have begun, so that they have reserved nothing yet.
  const auto has_room = [&](std::uint64_t used) {
    return std::max(used, residents * each) + each <= launch.options.most_state_bytes;
  };
  const std::uint64_t reserved = launch.state_bytes;
  // Most launches need little, whatever is idle of it; to add that up takes time.
  return has_room(reserved) || has_room(reserved - worker.idle_state_bytes());
}

InOrder::InOrder(LaunchContext& launch, Worker& worker, std::uint64_t first)
    : launch_(launch),
      worker_(worker),
      blocks_(launch.blocks.count()),
      order_(blocks_, launch.options.schedule),
      shares_time_(launch.options.shares_time && !launch.options.checks &&
                   (launch.kernel.sees_other_blocks || launch.options.is_cooperative)),
      interleaves_(launch.kernel.has_turns),
      now_{.limit = launch.options.is_cooperative ? blocks_ : 1, .next = first} {
  if (shares_time_) now_.limit = std::max(now_.limit, launch.options.resident_blocks);
  if (interleaves_) {
    window_ = interleaved_blocks(launch);
    now_.limit = std::max(now_.limit, window_);
  }
  if (launch.options.checks) watch_.emplace(worker);
}

std::optional<Fault> InOrder::run() {
  while (turn()) {
  }
  return std::move(fault_);
}

bool InOrder::turn() {
  if (now_.begins) {
    admit();
    if (now_.residents == 0) return false;
    now_.begins = false;
    now_.at = 0;
    now_.any_finished = false;
    now_.all_short = true;
  }
  BlockRunner& runner = *runners_[now_.at];
  now_.all_short = now_.all_short && runner.is_spinning();
  const Progress progress = runner.run_round();
  if (progress == Progress::fault ||
      (progress == Progress::finished && !may_go_on(worker_, runner.context()))) {
    fault_ = runner.context().fault;
    return false;
  }
  if (progress == Progress::finished) {
    now_.any_finished = true;
    ++launch_.finished_blocks;
    retire(now_.at);
  } else {
    ++now_.at;
  }
  if (now_.at == now_.residents) end_round();
  return !fault_;
}

void InOrder::end_round() {
  now_.begins = true;
  const std::uint32_t whole = now_.residents > 1 ? kShortRoundsOfResidents : kShortRounds;
  const bool is_short = now_.all_short || shares_time_ || interleaves_;
  const std::uint64_t capacity = launch_.options.resident_blocks;
  const bool is_full = watch_ && capacity != 0 && now_.limit >= capacity;
  const std::uint32_t most = (interleaves_   ? kInterleavedRounds
                              : shares_time_ ? kSharedTimeRounds
                                             : kRoundsBeforeAdmission * whole) *
                             (is_full ? kPatienceOfFullDevice : 1);
  now_.rounds = now_.any_finished ? 0 : now_.rounds + (is_short ? 1 : whole);
  if (watch_ && now_.any_finished) watch_->begin_again();
  if (watch_ && !now_.any_finished) fault_ = look_for_progress();
  if (now_.rounds >= most && now_.next < blocks_ && launch_.kernel.is_ordered) {
    raise_limit();
  }
}

// With checks not beyond what the device holds, unless blocks go on that wait for each other there.
void InOrder::raise_limit() {
  const std::uint64_t capacity = launch_.options.resident_blocks;
  const std::uint64_t before = now_.limit;
  now_.limit = std::max<std::uint64_t>(now_.limit * 2, 2);
  if (watch_ && before < capacity) now_.limit = std::min(now_.limit, capacity);
  now_.rounds = 0;
}

std::optional<Fault> InOrder::look_for_progress() {
  const ProgressWatch::Runners residents(runners_.data(), now_.residents);
  const ProgressWatch::Verdict verdict = watch_->look(residents);
  if (verdict == ProgressWatch::Verdict::open) return std::nullopt;
  const bool may_be_helped =
      verdict == ProgressWatch::Verdict::stuck && now_.next < blocks_ && launch_.kernel.is_ordered;
  const std::uint64_t capacity = launch_.options.resident_blocks;
  if (may_be_helped && (capacity == 0 || now_.residents < capacity)) {
    now_.needs_others = true;
    raise_limit();  // a block that has not begun yet may do what these wait for
    watch_->begin_again();
    return std::nullopt;
  }
  return watch_->describe(residents, verdict, may_be_helped ? blocks_ - now_.next : 0);
}

// Blocks that only take long let the next ones wait for room; where they wait for those, it is an
// error that there is none.
void InOrder::admit() {
  const bool may_wait = !now_.all_short && !now_.needs_others && !launch_.options.is_cooperative;
  now_.needs_others = false;
  while (now_.residents < now_.limit && now_.next < blocks_) {
    if (now_.residents > 0 && may_wait && !has_room_for_block(launch_, worker_, now_.residents))
      break;
    if (now_.residents == runners_.size())
      runners_.push_back(std::make_unique<BlockRunner>(worker_));
    runners_[now_.residents++]->begin(
        index_of(launch_.configuration.grid, launch_.blocks(block_at(now_.next++))));
  }
  if (now_.residents > 1)
    worker_.slice_instructions =
        shares_time_ ? kSharedTimeInstructions : kResidentSliceInstructions;
}

// A GPU begins blocks in the order of their indices, and programs count on it where a block waits
// for those before it: so those change places that are resident together.
std::uint64_t InOrder::block_at(std::uint64_t number) const {
  if (!interleaves_) return order_(number);
  const std::uint64_t first = number / window_ * window_;
  const std::uint64_t count = std::min(window_, blocks_ - first);
  return first +
         Permutation(count, scrambled(launch_.options.schedule ^ first) | 1)(number - first);
}

// Keeps the order of the others: the turns depend on it.
void InOrder::retire(std::size_t index) {
  std::rotate(runners_.begin() + static_cast<std::ptrdiff_t>(index),
              runners_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
              runners_.begin() + static_cast<std::ptrdiff_t>(now_.residents));
  --now_.residents;
}

InOrder::State InOrder::save() const {
  State state;
  state.position = now_;
  for (const auto& runner : runners_) state.order.push_back(runner.get());
  for (const auto& runner : residents()) state.blocks.push_back(runner->save());
  return state;
}

void InOrder::restore(const State& state) {
  now_ = state.position;
  fault_.reset();
  if (watch_) watch_->begin_again();
  for (std::size_t i = 0; i < state.order.size(); ++i) {
    const auto found =
        std::find_if(runners_.begin() + static_cast<std::ptrdiff_t>(i), runners_.end(),
                     [&](const auto& runner) { return runner.get() == state.order[i]; });
    std::iter_swap(runners_.begin() + static_cast<std::ptrdiff_t>(i), found);
  }
  // First all give back what they have, so that there is room.
  for (const auto& runner : runners_) runner->abandon();
  for (std::size_t i = 0; i < state.blocks.size(); ++i) runners_[i]->restore(state.blocks[i]);
}

}  // namespace warpscope::exec
