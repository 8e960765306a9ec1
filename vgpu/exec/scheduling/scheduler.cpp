#include "vgpu/exec/scheduling/scheduler.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "vgpu/exec/scheduling/blocks_apart.h"
#include "vgpu/exec/scheduling/by_time.h"
#include "vgpu/exec/scheduling/in_order.h"
#include "vgpu/exec/scheduling/team.h"

namespace warpscope::exec {
namespace {

constexpr std::uint64_t kMostBlocksPerTurn = 64;
// Of a kernel's first launch: what is done in vain if its blocks are not independent. Then four
// times as many.
constexpr std::uint64_t kFirstInstructions = 1 << 20;
// A launch that is shorter than that is not worth a team.
constexpr std::uint64_t kFewInstructions = 1 << 14;
// With as many, all members begin at once.
constexpr std::uint64_t kManyInstructions = 1 << 17;

bool is_worth_a_team(const LaunchContext& launch, std::uint64_t blocks) {
  // Blocks of one multiprocessor share its L1, one after the other.
  if (launch.kernel.is_ordered || launch.options.is_cooperative || launch.options.l1_bytes != 0 ||
      !launch.options.observers.empty() || launch.options.schedule != 0 ||
      launch.options.worker_threads < 2 || blocks < 2)
    return false;
  SharingHistory& history = launch.kernel.sharing;
  const std::uint64_t each = history.instructions_per_block;
  if (each != 0 && blocks <= kFewInstructions / each) return false;
  if (history.launches_to_skip == 0) return true;
  --history.launches_to_skip;
  return false;
}

// Speed only: the launches that follow try a team less often, the more often it was in vain.
void remember_failure(SharingHistory& history) {
  constexpr std::uint32_t kMostDoublings = 6;
  const std::uint32_t failures = std::min(++history.failures, kMostDoublings);
  history.launches_to_skip = 1u << failures;
  history.has_succeeded = false;
}

// The blocks do what they have done again, up to the fault; what they wrote does not decide where
// that is.
std::optional<Fault> fault_of_apart(LaunchContext& launch, Worker& worker, std::uint64_t next) {
  std::optional<Fault> fault = InOrder(launch, worker, next).run();
  if (!fault) throw std::runtime_error("The host lacks memory to run blocks side by side.");
  return fault;
}

std::optional<Fault> run_with_team(LaunchContext& launch, Worker& worker, std::uint64_t blocks) {
  SharingHistory& history = launch.kernel.sharing;
  const auto workers =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(launch.options.worker_threads, blocks));
  std::uint64_t most_per_turn = kMostBlocksPerTurn;
  const bool is_known_long =
      history.has_succeeded && history.instructions_per_block > kManyInstructions / blocks;
  const bool is_apart = are_blocks_apart(launch, workers);
  std::uint64_t most_instructions = history.has_succeeded || is_apart
                                        ? std::numeric_limits<std::uint64_t>::max()
                                        : kFirstInstructions;
  bool is_exact = history.needs_exact_footprints;
  std::uint64_t next = 0;
  std::unique_ptr<Team> team;
  while (next < blocks) {
    if (team == nullptr)
      team = std::make_unique<Team>(launch, worker,
                                    Team::Settings{workers, is_exact, is_known_long, is_apart});
    const Team::Outcome outcome = team->run(next, most_per_turn, most_instructions);
    if (outcome == Team::Outcome::done) {
      next = team->next();
      if (most_instructions <= std::numeric_limits<std::uint64_t>::max() / 4)
        most_instructions *= 4;
      continue;
    }
    if (outcome == Team::Outcome::canceled) return std::move(team->fault());
    team.reset();
    if (is_apart) return fault_of_apart(launch, worker, next);
    if (outcome == Team::Outcome::not_independent && !is_exact) {
      is_exact = true;
    } else if (outcome == Team::Outcome::overflow && most_per_turn > 1) {
      most_per_turn = 1;
    } else {
      std::optional<Fault> fault = InOrder(launch, worker, next).run();
      if (outcome != Team::Outcome::stopped || !fault) remember_failure(history);
      return fault;
    }
  }
  history.needs_exact_footprints = is_exact;
  history.failures = 0;
  history.has_succeeded = true;
  return std::nullopt;
}

}  // namespace

ScheduleResult run_blocks(LaunchContext& launch) {
  ScheduleResult result;
  const std::uint64_t blocks = launch.blocks.count();
  result.worker = std::make_unique<Worker>(launch);
  Worker& worker = *result.worker;
  if (launch.kernel.has_contacts && may_go_by_time(launch.options))
    result.fault = ByTime(launch, worker).run();
  else if (is_worth_a_team(launch, blocks))
    result.fault = run_with_team(launch, worker, blocks);
  else
    result.fault = InOrder(launch, worker, 0).run();
  launch.kernel.sharing.instructions_per_block = (launch.executed + worker.unreported) / blocks;
  return result;
}

}  // namespace warpscope::exec
