// Who meets whom at a barrier of the block.
//
// __syncthreads() may stand in a branch only if all threads of the block take the same way (CUDA
// C++ Programming Guide, "Synchronization Functions"). The hardware counts threads and does not
// look where they come from, so a wrong program may seem to work. barrier.sync without .aligned is
// said to count, and may be used so.
#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include "vgpu/exec/base/text.h"
#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

std::string line_text(const SourceLine& where) {
  return where.line == 0 ? "an unknown line" : "line " + std::to_string(where.line);
}

std::string threads_text(std::uint32_t count) {
  return std::to_string(count) + (count == 1 ? " thread" : " threads");
}

/// Those that wait at one instruction.
struct Group {
  std::uint32_t threads = 0;
  WarpLanes first;
};

/// The block's barrier itself, as __syncthreads() uses it. Warps that do different things have
/// barriers of their own and say for how many threads each is.
bool is_of_whole_block(const BarrierMeeting& meeting) {
  return meeting.barrier == 0 && std::all_of(meeting.waiting.begin(), meeting.waiting.end(),
                                             [](const auto& each) { return each.threads == 0; });
}

}  // namespace

void BlockChecker::on(const BarrierMeeting& meeting) {
  for (const WarpLanes& each : meeting.alive) exited_.at(each.warp) = ~each.lanes;
  check_counts_of_barrier(meeting);
  if (!is_of_whole_block(meeting)) return;
  check_places_of_barrier(meeting);
  check_exits_before_barrier(meeting);
}

void BlockChecker::check_places_of_barrier(const BarrierMeeting& meeting) {
  std::map<std::uint32_t, Group> groups;  // by instruction
  for (const BarrierWaiter& each : meeting.waiting) {
    Group& group = groups[each.instruction];
    if (group.threads == 0) group.first = each.who;
    group.threads += static_cast<std::uint32_t>(std::popcount(each.who.lanes));
  }
  if (groups.size() < 2 || std::none_of(groups.begin(), groups.end(), [this](const auto& each) {
        return checker_.wants_whole_warps(each.first);
      }))
    return;
  checker_.is_first(Violation::Kind::divergent_barrier);
  // The place that fewer threads came from is likelier the one in a branch; if they are equal, the
  // one that stands first.
  const auto fewer = [](const auto& a, const auto& b) {
    return a.second.threads < b.second.threads;
  };
  const auto few = std::min_element(groups.begin(), groups.end(), fewer);
  const auto many = std::max_element(groups.begin(), groups.end(), fewer);
  const auto other = many == few ? std::next(few) : many;
  Violation* violation =
      checker_.add_at(Violation::Kind::divergent_barrier, few->first, other->first);
  if (violation == nullptr) return;
  const auto describe = [&](const auto& at) {
    return checker_.describe_instruction(at.first, number_, at.second.first.warp,
                                         first_lane(at.second.first.lanes));
  };
  violation->access = describe(*few);
  violation->other = describe(*other);
  violation->detail =
      threads_text(few->second.threads) + " of block " + index_text(violation->access.block_index) +
      " wait at the barrier in " + line_text(violation->access.where) +
      ", the first of them is thread " + index_text(violation->access.thread_index) + ", and " +
      threads_text(other->second.threads) + " at the one in " + line_text(violation->other.where) +
      ": they let each other go on, although they are at different places.";
}

void BlockChecker::check_counts_of_barrier(const BarrierMeeting& meeting) {
  if (meeting.waiting.empty()) return;
  const BarrierWaiter& first = meeting.waiting.front();
  for (const BarrierWaiter& each : meeting.waiting) {
    // For all threads of the block and for their number is the same.
    const auto number = [&](const BarrierWaiter& of) {
      return of.threads == 0 ? checker_.threads_per_block() : of.threads;
    };
    if (number(each) == number(first)) continue;
    Violation* violation =
        checker_.add_at(Violation::Kind::barrier_thread_count, each.instruction, first.instruction);
    if (violation == nullptr) return;
    violation->access = checker_.describe_instruction(each.instruction, number_, each.who.warp,
                                                      first_lane(each.who.lanes));
    violation->other = checker_.describe_instruction(first.instruction, number_, first.who.warp,
                                                     first_lane(first.who.lanes));
    violation->detail = "Warp " + std::to_string(each.who.warp) + " waits at barrier " +
                        std::to_string(meeting.barrier) + " for " + threads_text(number(each)) +
                        ", and warp " + std::to_string(first.who.warp) + " in " +
                        line_text(violation->other.where) + " at the same one for " +
                        threads_text(number(first)) + "; PTX does not say what follows.";
    return;
  }
}

// Exited threads are not waited for (CUDA C++ Programming Guide, "Independent Thread Scheduling"),
// so the others go on. What they wanted from those that left is missing all the same.
void BlockChecker::check_exits_before_barrier(const BarrierMeeting& meeting) {
  const std::uint32_t all = checker_.threads_per_block();
  std::uint32_t alive = 0;
  for (const WarpLanes& each : meeting.alive)
    alive += static_cast<std::uint32_t>(std::popcount(each.lanes));
  if (alive >= all || meeting.waiting.empty()) return;
  const BarrierWaiter& first = meeting.waiting.front();
  // Of threads that have met at different places, some come to the end early.
  if (checker_.has_said(Violation::Kind::divergent_barrier) ||
      !checker_.is_first(Violation::Kind::early_exit))
    return;
  Violation* violation =
      checker_.add_at(Violation::Kind::early_exit, first.instruction, first.instruction);
  if (violation == nullptr) return;
  violation->access = checker_.describe_instruction(first.instruction, number_, first.who.warp,
                                                    first_lane(first.who.lanes));
  std::uint32_t gone = 0;  // the first thread that has exited
  while (std::any_of(meeting.alive.begin(), meeting.alive.end(), [&](const WarpLanes& each) {
    return each.warp == gone / kWarpSize && (each.lanes >> gone % kWarpSize & 1u) != 0;
  }))
    ++gone;
  const Violation::Access left =
      checker_.describe_instruction(first.instruction, number_, gone / kWarpSize, gone % kWarpSize);
  violation->detail = threads_text(all - alive) + " of block " + index_text(left.block_index) +
                      " had returned when the other " + std::to_string(alive) +
                      " came to this barrier; the first of them is thread " +
                      index_text(left.thread_index) + ".";
}

}  // namespace warpscope::exec::checks
