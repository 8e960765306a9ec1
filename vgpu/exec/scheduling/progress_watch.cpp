#include "vgpu/exec/scheduling/progress_watch.h"

#include <algorithm>

#include "vgpu/exec/machine/describe.h"

namespace warpscope::exec {
namespace {

// Rounds without a change before states are compared: in programs that work, something changes.
constexpr std::uint64_t kQuietRounds = 4;
// A loop that is longer is not recognised.
constexpr std::size_t kMostStates = 64;
// In place of a warp's number, for all warps of a block.
constexpr std::uint32_t kWholeBlock = ~0U;
// Slices in a loop without a way out before that is said: what else is wrong in it shows by then.
constexpr std::uint64_t kRoundsOfEndless = 4;
// Of the launch, before memory is watched where no warp is seen to spin.
constexpr std::uint64_t kInstructionsBeforeWatching = std::uint64_t{1} << 24;
// Of the launch, between two looks at what decides in loops: rounds may be short.
constexpr std::uint64_t kInstructionsBetweenLooks = std::uint64_t{1} << 15;
// Of the launch, without a change, and polls of each warp: some seconds of ours. On a GPU this many
// polls are ten milliseconds, longer than anybody waits on purpose.
constexpr std::uint64_t kQuietInstructions = std::uint64_t{1} << 25;
constexpr std::uint64_t kFewestPolls = 20000;

bool is_endless(const WarpContext& warp, const DivergenceNode& node) {
  const auto& endless = warp.block->kernel->endless;
  return node.state == DivergenceNode::State::ready && node.next != nullptr && node.frame == 0 &&
         std::any_of(endless.begin(), endless.end(), [&](const BasicBlock& block) {
           return node.next->instruction >= block.first && node.next->instruction < block.end;
         });
}

bool can_run(const WarpContext& warp) {
  return std::any_of(warp.nodes.begin(), warp.nodes.end(), [](const DivergenceNode& node) {
    return node.state == DivergenceNode::State::ready;
  });
}

}  // namespace

void ProgressWatch::begin_again() {
  forget();
  loops_.begin_again();
  blocks_begun_ = begun_;
}

void ProgressWatch::forget() {
  states_.clear();
  polls_.clear();
  quiet_ = 0;
  has_openings_ = false;
  begun_ = worker_.executed();
}

ProgressWatch::Verdict ProgressWatch::look(Runners residents) {
  ++rounds_;
  const bool any_spins = std::any_of(residents.begin(), residents.end(),
                                     [](const auto& runner) { return runner->is_spinning(); });
  MemoryChanges& changes = worker_.changes;
  if (rounds_ >= kRoundsOfEndless && endless_block(residents) != nullptr) return Verdict::endless;
  if (worker_.executed() - blocks_begun_ >= kInstructionsBeforeWatching &&
      worker_.executed() - loops_looked_at_ >= kInstructionsBetweenLooks &&
      !worker_.launch().kernel.closed_loops.empty()) {
    loops_looked_at_ = worker_.executed();
    closed_ = loops_.look(residents);
    if (closed_ != nullptr) return Verdict::closed;
  }
  const bool takes_long = worker_.executed() - begun_ >= kInstructionsBeforeWatching;
  if (!any_spins && !takes_long) return Verdict::open;
  if (!changes.is_watching()) {
    changes.watch();
    return Verdict::open;
  }
  is_waiting_ = changes.take_strong() || (is_waiting_ && quiet_ > 0);
  if (changes.take()) {
    forget();
    return Verdict::open;
  }
  if (changes.take_opening()) has_openings_ = true;
  if (has_waited_long(residents)) {
    is_waiting_ = true;
    return Verdict::stuck;
  }
  if (++quiet_ < kQuietRounds) return Verdict::open;
  bool all_closed = true;
  for (const auto& runner : residents) {
    const bool is_end = has_openings_ ? is_closed_together(*runner) : is_closed(*runner);
    all_closed = is_end && all_closed;
  }
  return all_closed ? Verdict::stuck : Verdict::open;
}

bool ProgressWatch::has_waited_long(Runners residents) {
  const std::uint64_t now = worker_.executed();
  if (quiet_ == 0) quiet_since_ = now;
  const bool is_long = now - quiet_since_ >= kQuietInstructions;
  if (quiet_ != 0 && !is_long) return false;
  bool all_ask = true, any_asks = false;
  for (const auto& runner : residents) {
    for (const WarpContext* warp : runner->contexts()) {
      if (!can_run(*warp)) continue;
      const Warp key{runner.get(), warp->warp_index};
      if (quiet_ == 0) polls_[key] = warp->polls;
      const auto before = polls_.find(key);
      const std::uint64_t polls = warp->polls - (before == polls_.end() ? 0 : before->second);
      all_ask = all_ask && polls >= kFewestPolls;
      any_asks = true;
    }
    all_ask = all_ask && runner->has_started_all();
  }
  return is_long && all_ask && any_asks;
}

const BlockRunner* ProgressWatch::endless_block(Runners residents) const {
  if (worker_.launch().kernel.endless.empty()) return nullptr;
  for (const auto& runner : residents) {
    for (const WarpContext* warp : runner->contexts()) {
      for (const DivergenceNode& node : warp->nodes) {
        if (is_endless(*warp, node)) return runner.get();
      }
    }
  }
  return nullptr;
}

bool ProgressWatch::is_closed(const BlockRunner& runner) {
  bool all_closed = runner.has_started_all();
  for (const WarpContext* warp : runner.contexts()) {
    // Who waits at a reconvergence point or an mbarrier may go on before the others have come.
    if (warp->any_waits_at_reconvergence() || warp->any_waits_at_mbarrier()) all_closed = false;
    if (!can_run(*warp)) continue;
    // In between each path had a turn in which it was the first to run.
    const bool is_again = has_come_again(states_[{&runner, warp->warp_index}], warp->state_hash(),
                                         warp->nodes.size() + 1);
    all_closed = all_closed && is_again;
  }
  return all_closed;
}

// Without a change of memory a warp's next state follows from its own and from the barriers, so
// that what was once behind these states will be behind them again.
bool ProgressWatch::is_closed_together(const BlockRunner& runner) {
  bool is_whole = runner.has_started_all();
  std::uint64_t hash = 0, turns = 1;
  for (const WarpContext* warp : runner.contexts()) {
    if (warp->any_waits_at_reconvergence() || warp->any_waits_at_mbarrier()) is_whole = false;
    hash = (hash ^ warp->state_hash()) * 0x9e3779b97f4a7c15;
    turns = std::max<std::uint64_t>(turns, warp->nodes.size() + 1);
  }
  return has_come_again(states_[{&runner, kWholeBlock}], hash, turns) && is_whole;
}

bool ProgressWatch::has_come_again(std::vector<State>& states, std::uint64_t hash,
                                   std::uint64_t turns) const {
  const bool is_again = std::any_of(states.begin(), states.end(), [&](const State& earlier) {
    return earlier.hash == hash && earlier.round + turns <= rounds_;
  });
  if (states.size() == kMostStates) states.erase(states.begin());
  states.push_back({hash, rounds_});
  return is_again;
}

Fault ProgressWatch::describe(Runners residents, Verdict verdict, std::uint64_t blocks_not_begun) {
  if (verdict == Verdict::endless) {
    const BlockRunner& runner = *endless_block(residents);
    return describe_loop(runner.context(), runner.contexts(), Fault::Kind::endless_loop,
                         "The loop has no way out: whatever happens, its condition holds.");
  }
  if (verdict == Verdict::closed) {
    return describe_loop(closed_->context(), closed_->contexts(), Fault::Kind::endless_loop,
                         "Nothing changes any more of what decides whether there is another round, "
                         "whatever the loop stores.");
  }
  const BlockRunner& first = *residents.front();
  if (blocks_not_begun != 0) {
    return describe_loop(
        first.context(), first.contexts(), Fault::Kind::grid_larger_than_resident,
        "The GPU holds " + std::to_string(residents.size()) +
            " blocks of this kernel at a time, all of which wait for what others do; the other " +
            std::to_string(blocks_not_begun) +
            " begin when some of these end, which never happens.");
  }
  return is_waiting_
             ? describe_loop(first.context(), first.contexts(), Fault::Kind::spin_without_progress,
                             "No thread of the launch changes memory any more, so what is waited "
                             "for never comes. A kernel of another stream does not run meanwhile.")
             : describe_loop(first.context(), first.contexts(), Fault::Kind::endless_loop,
                             "Each round begins with the same values in all variables as the one "
                             "before, so there is always another one.");
}

}  // namespace warpscope::exec
