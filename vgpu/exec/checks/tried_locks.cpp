#include "vgpu/exec/checks/tried_locks.h"

#include <algorithm>
#include <cstring>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint32_t kMostBytesOfLock = 8;

}  // namespace

// To be called before the access is done.
void BlockChecker::watch_tries(const AccessEvent& event, std::uint32_t place) {
  const bool is_shared = event.space == ptx::Space::shared;
  TriedLocks& tried = is_shared ? shared_tried_locks_ : checker_.tried_locks;
  const bool is_try = event.compared != nullptr && event.is_result_used;
  if (event.ordering == Ordering::weak || event.kind == AccessKind::read ||
      event.size_bytes > kMostBytesOfLock || event.values[0] == nullptr ||
      event.size_bytes != event.element_bytes || (!is_try && tried.locks.empty()))
    return;
  const auto number = [&](const std::byte* from) {
    std::uint64_t value = 0;
    std::memcpy(&value, from, event.size_bytes);
    return value;
  };
  const auto of_lane = [&](const std::byte* values, std::uint32_t lane) {
    return number(values + std::size_t{lane} * event.register_bytes);
  };
  FailedTry* failed = is_try ? &failed_try(event.warp, place) : nullptr;
  if (failed != nullptr) failed->lanes &= ~event.lanes;
  // The first round of a loop, or a second call, may be code of its own.
  const auto try_again = [&](std::uint32_t lane, std::uint64_t address) {
    for (FailedTry& one : failed_tries_[event.warp])
      if (one.addresses[lane] == address) one.lanes &= ~(1u << lane);
  };
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t address = event.addresses[lane];
    const std::uint64_t stored = of_lane(event.values[0], lane);
    const LockUser user{number_, event.warp, 1u << lane};
    if (!is_try) {
      TriedLock* lock = tried.find(address);
      if (lock == nullptr) continue;
      if (is_lock_store(event) && lock->is_held && lock->holder == user && stored == lock->free) {
        lock->is_held = false;
        lock->is_given_back = true;
      } else {
        lock->is_other = true;
      }
      continue;
    }
    try_again(lane, address);
    if (tried.locks.size() == TriedLocks::kMost && tried.find(address) == nullptr) continue;
    const std::uint64_t compared = of_lane(event.compared, lane);
    const auto [found, is_new] = tried.locks.try_emplace(address);
    TriedLock& lock = found->second;
    if (is_new) {
      lock.free = compared;
      lock.taken = stored;
    }
    if (lock.free != compared || lock.taken != stored || compared == stored) lock.is_other = true;
    // Of lanes that try at once the first one gets it.
    if (number(event.host(lane)) == compared && !lock.is_held) {
      lock.is_held = true;
      lock.holder = user;
    } else {
      failed->lanes |= 1u << lane;
      failed->addresses.at(lane) = address;
    }
  }
}

FailedTry& BlockChecker::failed_try(std::uint32_t warp, std::uint32_t place) {
  auto& tries = failed_tries_[warp];
  const auto found = std::find_if(tries.begin(), tries.end(),
                                  [&](const FailedTry& one) { return one.place == place; });
  return found != tries.end() ? *found : tries.emplace_back(FailedTry{place, 0, {}});
}

// The warp's threads have ended.
void BlockChecker::leave_tries(std::uint32_t warp) {
  for (const FailedTry& failed : failed_tries_[warp]) {
    for (std::uint32_t rest = failed.lanes; rest != 0; rest &= rest - 1) {
      const std::uint32_t lane = first_lane(rest);
      const std::uint64_t address = failed.addresses.at(lane);
      TriedLocks& tried =
          shared_tried_locks_.find(address) != nullptr ? shared_tried_locks_ : checker_.tried_locks;
      LeftTry& left = tried.left[address];
      if (left.count++ == 0) left = {failed.place, number_, warp, lane, 1};
    }
  }
  failed_tries_[warp].clear();
  if (++ended_warps_ != failed_tries_.size()) return;
  checker_.report_left_tries(shared_tried_locks_);
  settle_early_shared_reads();
  report_fold();
}

void Checker::report_left_tries(TriedLocks& tried) {
  for (const auto& [address, left] : tried.left) {
    const TriedLock* lock = tried.find(address);
    if (lock == nullptr || lock->is_other || !lock->is_given_back) continue;
    Violation* violation = add(Violation::Kind::lock_not_waited_for, left.place, left.place);
    if (violation == nullptr) continue;
    violation->access = describe(left.place, left.block, left.warp, left.lane);
    violation->address = address;
    violation->detail =
        std::to_string(left.count) + (left.count == 1 ? " thread has" : " threads have") +
        " found here that a lock was taken, and ended without trying again. Another thread had it, "
        "and gave it back later.";
  }
  tried.left.clear();
}

}  // namespace warpscope::exec::checks
