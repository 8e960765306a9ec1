// What a race is called, and which side of it is wrong.
#include <algorithm>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {

std::uint64_t BlockChecker::LastRead::address(std::uint32_t lane) const {
  const std::uint64_t distance = std::uint64_t{lane} * size_bytes;
  if (pattern == AddressPattern::neighbours) return addresses[0] + distance;
  return pattern == AddressPattern::exchanged ? addresses[0] ^ distance : addresses.at(lane);
}

BlockChecker::Visit BlockChecker::last_visit(std::uint32_t warp, std::uint32_t place) const {
  const auto& visits = last_visits_[warp];
  return place < visits.size() ? visits[place] : Visit{};
}

// A thread that loads a word, changes and stores it, and so does the other one. Who only reads what
// this one stores loses nothing: a tile that is filled again, say.
bool BlockChecker::is_update(const Record& record, const Now& now) const {
  if (!now.is_write) return false;
  // Volatile values are exchanged, not counted.
  const Place& own = checker_.places[now.place];
  if (own.kind == AccessKind::atomic) return false;  // its own change is not lost
  if (own.kind == AccessKind::write && own.ordering != Ordering::weak) return false;
  const auto is_loaded = [&](const LastRead& last) {
    if (last.place == 0 || (last.lanes >> now.lane & 1u) == 0 ||
        last.address(now.lane) != now.event->addresses[now.lane])
      return false;
    const std::uint32_t load = checker_.places[last.place].instruction;
    if (record.place == now.place) {
      const auto compared = checker_.value_flow.comparisons_of(load);
      const auto& loads = checker_.value_flow.loads_in(own.instruction);
      return !compared.is_known || compared.any ||
             std::binary_search(loads.begin(), loads.end(), load);
    }
    const bool is_of_both =
        record.place == last.place && (checker_.value_flow.stores_back(own.instruction, load) ||
                                       checker_.value_flow.decides_on_place(own.instruction, load));
    if (!is_of_both) return false;
    // Several lanes of this warp have read the word, the last one there, perhaps this one itself:
    // in s[t] += s[t + 1] others only look at it, and do so elsewhere.
    if (record.warp != now.event->warp || record.block != block_bits_ ||
        record.lane != Record::kManyLanes)
      return true;
    const std::uint32_t others = last.lanes & ~(1u << now.lane);
    for (std::uint32_t rest = others; rest != 0; rest &= rest - 1) {
      if (last.address(first_lane(rest)) == now.event->addresses[now.lane]) return true;
    }
    return false;
  };
  const auto& reads = last_reads_[now.event->warp].reads;
  return std::any_of(reads.begin(), reads.end(), is_loaded);
}

// The compiler keeps a sum in a register and stores it in each round of a loop: what the thread has
// loaded from the word may have been long ago.
bool BlockChecker::is_kept_update(const Record& record, const Now& now) const {
  const Place& own = checker_.places[now.place];
  const Place& other = checker_.places[record.place];
  if (!own.is_known() || !other.is_known() || own.ordering != Ordering::weak ||
      other.ordering != Ordering::weak)
    return false;
  const auto loads_of = [&](const Place& store) -> const std::vector<std::uint32_t>& {
    return checker_.value_flow.loads_of_same_place(store.instruction);
  };
  const auto holds = [](const std::vector<std::uint32_t>& loads, std::uint32_t load) {
    return std::find(loads.begin(), loads.end(), load) != loads.end();
  };
  if (own.kind == AccessKind::read && other.kind == AccessKind::write)
    return holds(loads_of(other), own.instruction);
  if (own.kind != AccessKind::write) return false;
  const auto& loads = loads_of(own);
  // Of several lanes it is not known what each has read there.
  if (other.kind == AccessKind::read)
    return record.lane != Record::kManyLanes && holds(loads, other.instruction);
  if (other.kind != AccessKind::write) return false;
  const auto& of_other = loads_of(other);
  return std::any_of(of_other.begin(), of_other.end(),
                     [&](std::uint32_t load) { return holds(loads, load); });
}

bool BlockChecker::is_told_without_fence(const Record& record, const Now& now) const {
  if (!has_seen_words_ || record.block == block_bits_ || now.event->space != ptx::Space::global)
    return false;
  if (!checker_.announced_stores.tells_of_access(seen_words_[now.event->warp], record.block,
                                                 record.warp, record.time))
    return false;
  // With any fence of the warp behind the access, this one is not to blame.
  Record of_any = record;
  of_any.lane = Record::kManyLanes;
  return !checker_.has_released(of_any, ~std::uint64_t{0});
}

bool BlockChecker::lacks_block_in_index(const Record& record, const Now& now,
                                        Violation::Kind kind) const {
  // What one block only writes and another one only reads may be handed on.
  const bool is_of_all = record.place == now.place || kind == Violation::Kind::non_atomic_update;
  if (!is_of_all || record.block == block_bits_ || record.warp != now.event->warp) return false;
  const Place& own = checker_.places[now.place];
  const Place& other = checker_.places[record.place];
  if (!own.is_known() || !other.is_known() || own.kind == AccessKind::atomic ||
      other.kind == AccessKind::atomic)
    return false;
  const auto is_of_thread = [&](const Place& place) {
    const auto parts = checker_.value_flow.address_parts(place.instruction);
    return parts.thread && !parts.block && !parts.other;
  };
  if (!is_of_thread(own) || !is_of_thread(other)) return false;
  // A sum over the blocks may well be meant, and then lacks an atomic.
  const auto is_of_block = [&](const Place& place) {
    return place.is_write() && checker_.value_flow.stores_what_block_gives(place.instruction);
  };
  return kind != Violation::Kind::non_atomic_update || !(is_of_block(own) || is_of_block(other));
}

Violation::Kind BlockChecker::kind_of(const Record& record, const Now& now) const {
  const Place& other = checker_.places[record.place];
  if (other.kind == AccessKind::copy_issued && now.event->kind != AccessKind::copy_issued &&
      (!now.is_write || now.event->space == ptx::Space::shared))
    return Violation::Kind::copy_not_waited;
  if (is_told_without_fence(record, now)) return Violation::Kind::race_between_blocks;
  if (is_update(record, now) || is_kept_update(record, now))
    return Violation::Kind::non_atomic_update;
  if (record.block != block_bits_) return Violation::Kind::race_between_blocks;
  if (record.warp == now.event->warp) return Violation::Kind::missing_syncwarp;
  // An atomic uses what a plain store has left, as a load does, or is overwritten by it.
  const bool is_own_atomic = checker_.places[now.place].kind == AccessKind::atomic;
  const bool is_other_atomic = other.kind == AccessKind::atomic;
  if (other.is_write() && now.is_write && is_own_atomic == is_other_atomic)
    return Violation::Kind::conflicting_writes;
  const bool is_other_writer = other.is_write() && !(now.is_write && is_other_atomic);
  // Which of the two a thread comes to first decides. Since its last barrier this warp has been at
  // the other place; or it was there in an earlier round; or the other warp shows the order. Warps
  // and lanes that do different things: the order in the program, or, where there are ways from
  // each place to the other or none, the order in which they did.
  const Visit last = last_visit(now.event->warp, record.place);
  const Visit other_here = last_visit(record.warp, now.place);
  const Visit other_there = last_visit(record.warp, record.place);
  const bool shows_order = (other_here.lanes & other_there.lanes) != 0;
  const bool is_other_first = (last.lanes & now.event->lanes) != 0
                                  ? last.when > last_barriers_[now.event->warp]
                              : shows_order ? other_there.when < other_here.when
                                            : !checker_.is_only_behind(record.place, now.place);
  const bool is_write_first = is_other_first == is_other_writer;
  return is_write_first ? Violation::Kind::missing_barrier
                        : Violation::Kind::missing_trailing_barrier;
}

Violation* BlockChecker::report_race(std::uint64_t bits, const Now& now) {
  const Record record = Record::unpack(bits);
  const Violation::Kind kind = kind_of(record, now);
  Violation* violation = checker_.add(kind, now.place, record.place);
  if (violation == nullptr) return nullptr;
  violation->is_race = true;
  // Who issues a copy may come before this; the copy's end does not, and no flag or fence helps.
  const bool is_copy = kind == Violation::Kind::copy_not_waited;
  violation->lacks_fence = !is_copy && is_before(record, now);
  violation->lacks_fence_of_store = !violation->lacks_fence && is_told_without_fence(record, now);
  violation->lacks_block_in_index =
      !violation->lacks_fence_of_store && lacks_block_in_index(record, now, kind);
  if (record.block != block_bits_ && !is_copy && !violation->lacks_fence) {
    Record of_any = record;
    of_any.lane = Record::kManyLanes;
    violation->lacks_syncwarp =
        kind == Violation::Kind::race_between_blocks && is_before(of_any, now);
    const DoubtfulLook& look = doubtful_looks_[now.event->warp];
    if (!violation->lacks_syncwarp && look.place != 0 &&
        checker_.has_released(record, look.horizon)) {
      violation->look = checker_.describe(look.place, number_, now.event->warp, now.lane);
      violation->look_value = look.value;
    }
  }
  const std::uint64_t block = (number_ & ~std::uint64_t{Record::kBlockMask}) | record.block;
  violation->access = checker_.describe(now.place, number_, now.event->warp, now.lane);
  violation->other = checker_.describe(record.place, block, record.warp, record.lane);
  violation->space = now.event->space;
  violation->address = now.address;
  violation->access_bytes = now.event->size_bytes;
  // The side that is wrong: the read that comes too early, or the write.
  const auto writes = [](const Violation::Access& access) {
    return !access.is_store ? 0 : access.is_atomic ? 1 : 2;
  };
  const bool wants_read = kind == Violation::Kind::missing_barrier;
  const bool wants_write = kind == Violation::Kind::missing_trailing_barrier ||
                           kind == Violation::Kind::non_atomic_update;
  if ((wants_read && writes(violation->access) > writes(violation->other)) ||
      (wants_write && writes(violation->access) < writes(violation->other)))
    std::swap(violation->access, violation->other);
  // A load that the compiler has moved in front of a loop may have no line.
  if (violation->access.where.line == 0 && violation->other.where.line != 0)
    std::swap(violation->access, violation->other);
  if (violation->space == ptx::Space::shared) checker_.name_shared(*violation);
  if (violation->space == ptx::Space::global) checker_.name_global(*violation);
  return violation;
}

}  // namespace warpscope::exec::checks
