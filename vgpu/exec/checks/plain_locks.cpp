// A word is such a lock when a thread has looked at it, stored another value, and stored the first
// one again, with nobody else's stores in between, and another thread has done the same: nothing
// but the word itself came between the two. A flag that two sides hand to and fro is none, nor is a
// word that one thread alone stores, as in Peterson's algorithm, or that a true lock guards.
#include "vgpu/exec/checks/plain_locks.h"

#include <cstring>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint32_t kMostBytes = 8;

bool is_plain_number(const AccessEvent& event) {
  return event.values[0] != nullptr && event.size_bytes == event.element_bytes &&
         event.size_bytes <= kMostBytes;
}

std::uint64_t number_at(const std::byte* bytes, std::uint32_t size) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes, size);
  return number;
}

}  // namespace

// A store, or an exchange whose result nobody reads.
bool BlockChecker::is_lock_store(const AccessEvent& event) const {
  return event.kind == AccessKind::write ||
         (event.kind == AccessKind::atomic && !event.is_result_used &&
          checker_.is_exchange(event.instruction));
}

// Whether this warp knows by other ways than the word that the last holder is done with it.
bool BlockChecker::is_known(const PlainLock& lock, const AccessEvent& event,
                            std::uint32_t place) const {
  Record holder;
  holder.block = static_cast<std::uint32_t>(lock.holder.block) & Record::kBlockMask;
  holder.warp = lock.holder.warp;
  holder.lane = first_lane(lock.holder.lanes);
  holder.time = lock.given_back_at;
  Now now;
  now.event = &event;
  now.place = place;
  now.lane = first_lane(event.lanes);
  return is_before(holder, now);
}

void BlockChecker::report_plain_lock(const PlainLock& lock, const AccessEvent& event) {
  Violation* violation = checker_.add(Violation::Kind::broken_lock, lock.look, lock.store);
  if (violation == nullptr) return;
  const std::uint32_t lane = first_lane(lock.holder.lanes);
  violation->access = checker_.describe(lock.look, lock.holder.block, lock.holder.warp, lane);
  violation->other = checker_.describe(lock.store, lock.holder.block, lock.holder.warp, lane);
  violation->space = event.space;
  violation->address = event.addresses[first_lane(event.lanes)];
  violation->access_bytes = event.size_bytes;
  violation->detail = "Several threads have looked here whether a word is " +
                      std::to_string(lock.free) + ", have stored " + std::to_string(lock.taken) +
                      (violation->other.where.line == 0
                           ? ""
                           : " in line " + std::to_string(violation->other.where.line)) +
                      ", and have given it back later. Only the word keeps them apart: between the "
                      "look and the store another thread finds " +
                      std::to_string(lock.free) + ", too.";
}

// To be called before what was published at the word is learned.
void BlockChecker::watch_lock(const AccessEvent& event, std::uint32_t place) {
  if (event.ordering == Ordering::weak || event.size_bytes > kMostBytes) return;
  const std::uint32_t lane = first_lane(event.lanes);
  const std::uint64_t address = event.addresses[lane];
  PlainLocks& locks = event.space == ptx::Space::shared ? shared_locks_ : checker_.plain_locks;
  LockLook& look = lock_looks_[event.warp];
  if (has_apart(event)) {
    look.is_valid = false;
    return;
  }
  if (event.kind == AccessKind::read) {
    const PlainLock* lock = locks.find(address);
    const bool is_behind_other = lock != nullptr && !lock->is_held && lock->given_back_at != 0;
    look = {true, is_behind_other && !is_known(*lock, event, place), address, event.lanes, place};
    return;
  }
  if (!is_lock_store(event) || !is_plain_number(event)) {
    // Such as a swap, which takes the word in one step.
    if (PlainLock* lock = locks.add(address)) lock->is_other = true;
    look.is_valid = false;
    return;
  }
  const std::uint64_t before = number_at(event.host(lane), event.size_bytes);
  const std::uint64_t after =
      number_at(event.values[0] + std::size_t{lane} * event.register_bytes, event.size_bytes);
  if (before == after) return;
  PlainLock* lock = locks.add(address);
  if (lock == nullptr || lock->is_other) return;
  const LockUser user{number_, event.warp, event.lanes};
  const bool has_looked =
      look.is_valid && look.address == address && (event.lanes & ~look.lanes) == 0;
  if (lock->is_held && lock->holder == user && lock->taken == before && lock->free == after) {
    lock->is_held = false;
    lock->given_back_at = order_.now();
    if (lock->is_unordered) report_plain_lock(*lock, event);
  } else if (lock->is_held) {
    lock->is_other = true;
  } else if (has_looked &&
             (lock->given_back_at == 0 || (lock->free == before && lock->taken == after))) {
    lock->is_unordered = look.is_unordered && !(lock->holder == user);
    lock->is_held = true;
    lock->holder = user;
    lock->free = before;
    lock->taken = after;
    lock->look = look.place;
    lock->store = place;
  } else {
    lock->is_other = true;
  }
  if (look.address == address) look.is_valid = false;
}

}  // namespace warpscope::exec::checks
