// Accesses that nothing orders.
#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {

bool BlockChecker::is_before(const Record& record, const Now& now) const {
  if (record.block != block_bits_)
    return checker_.has_released(record, order_.horizon(now.event->warp));
  // A block with more events than a record can number is not looked at any more.
  if (record.time == Record::kLastTime) return true;
  return order_.knows(now.event->warp, now.lane, record.warp, record.lane, record.time);
}

// A plain load of what another warp wrote before it set a flag or gave a lock back: this one has
// looked at the flag, but what it loads now may be older than that look, without a fence in
// between. A barrier counts as one, which PTX does not promise: NVIDIA's own samples rely on it.
bool BlockChecker::lacks_fence(const Record& record, const Now& now) const {
  const Place& own = checker_.places[now.place];
  if (own.kind != AccessKind::read || own.ordering != Ordering::weak ||
      !checker_.places[record.place].is_write() || checker_.is_past_l1(now.place))
    return false;
  if (record.block == block_bits_)
    return record.warp != now.event->warp && record.time != Record::kLastTime &&
           !order_.has_acquired(now.event->warp, record.warp, record.time);
  return !checker_.has_released(record, order_.acquired_horizon(now.event->warp));
}

bool BlockChecker::conflicts(std::uint64_t bits, const Now& now) const {
  if (bits == 0) return false;
  const Record record = Record::unpack(bits);
  const bool is_between_blocks = record.block != block_bits_;
  if (is_between_blocks && now.event->space == ptx::Space::shared)
    return false;  // an earlier block's
  const Place& other = checker_.places[record.place];
  const Place& own = checker_.places[now.place];
  if (!other.is_known() || !own.is_known()) return false;
  // A loop around atomicCAS begins with a plain load, and looks again when that was too old.
  if ((own.kind == AccessKind::read && checker_.is_compare_and_swap(record.place)) ||
      (other.kind == AccessKind::read && checker_.is_compare_and_swap(now.place)))
    return false;
  // Lanes that exchange volatile values in step trust that they are; one flag may be polled.
  const bool is_exchange = !is_between_blocks && record.warp == now.event->warp &&
                           now.event->space == ptx::Space::shared && now.has_apart &&
                           own.kind != AccessKind::atomic && other.kind != AccessKind::atomic;
  if (other.is_strong(is_between_blocks) && own.is_strong(is_between_blocks) && !is_exchange)
    return false;
  return !is_before(record, now) || lacks_fence(record, now);
}

// Whether a write leaves what the other one has left.
bool BlockChecker::writes_the_same(const Record& record, const Now& now) const {
  const AccessEvent& event = *now.event;
  if (event.kind != AccessKind::write || event.element_bytes == 0) return false;
  const std::uint32_t element = now.byte / event.element_bytes;
  const std::uint32_t inside = now.byte % event.element_bytes;
  const std::uint32_t bytes = std::min(checker_.cell_bytes(), event.size_bytes);
  if (element >= event.values.size() || event.values.at(element) == nullptr) return false;
  const auto value = [&](std::uint32_t lane) {
    return event.values.at(element) + std::size_t{lane} * event.register_bytes + inside;
  };
  const bool is_same_instruction = record.block == block_bits_ && record.warp == event.warp &&
                                   record.place == now.place &&
                                   record.time == std::min(order_.now(), Record::kLastTime);
  // Lanes of one instruction: check_lanes_of_store() looks at them.
  return is_same_instruction ||
         std::memcmp(event.host(now.lane) + now.byte, value(now.lane), bytes) == 0;
}

// Whether a lane reads what it has stored itself, and others store the same: every thread computes
// all of it, and which of them was last does not matter.
bool BlockChecker::has_stored_it_itself(const Record& record, const Now& now) const {
  if (record.block != block_bits_) return false;
  const std::uint32_t store_place = now.is_write ? now.place : record.place;
  const std::uint32_t load_place = now.is_write ? record.place : now.place;
  const Place& store = checker_.places[store_place];
  if (store.kind != AccessKind::write || store.ordering != Ordering::weak ||
      checker_.places[load_place].kind != AccessKind::read ||
      !checker_.value_flow.stores_the_same_for_all(store.instruction))
    return false;
  const std::uint32_t reader = now.is_write ? record.warp : now.event->warp;
  const std::uint32_t stored = last_visit(reader, store_place).lanes;
  if (record.warp == now.event->warp) {
    // The lanes of one store, of which a record keeps one.
    const std::uint32_t both = 1u << now.lane | 1u << record.lane;
    return !now.is_write && record.lane != Record::kManyLanes && (stored & both) == both;
  }
  const std::uint32_t lane = now.is_write ? record.lane : now.lane;
  const std::uint32_t readers =
      lane == Record::kManyLanes ? last_visit(reader, load_place).lanes : 1u << lane;
  return (readers & ~stored) == 0 && checker_.is_only_behind(load_place, store_place) &&
         (!now.is_write || writes_the_same(record, now));
}

// Whether a race of a load and a store changes nothing, whichever comes first.
bool BlockChecker::is_of_marks(std::uint64_t bits, const Now& now) const {
  const Place& own = checker_.places[now.place];
  const Place& other = checker_.places[Record::unpack(bits).place];
  const bool has_loaded = own.kind == AccessKind::read && other.kind == AccessKind::write;
  const bool has_stored = own.kind == AccessKind::write && other.kind == AccessKind::read;
  if (!own.is_known() || !other.is_known() || (!has_loaded && !has_stored)) return false;
  const Place& load = has_loaded ? own : other;
  const Place& store = has_loaded ? other : own;
  return load.ordering == Ordering::weak && store.ordering == Ordering::weak &&
         checker_.marks.is_harmless(load.instruction, store.instruction);
}

void BlockChecker::note_read(std::uint64_t& read, std::uint64_t* other_read, std::uint64_t own,
                             const Now& now) const {
  const Record last = Record::unpack(read);
  if (read == 0 || last.block != block_bits_) {
    // Of another block that nothing orders before this one, the first reader stays known.
    if (read == 0 || now.event->space == ptx::Space::shared || is_before(last, now)) {
      read = own;
      if (other_read != nullptr) *other_read = 0;
    }
    return;
  }
  Record mine = Record::unpack(own);
  if (last.warp == mine.warp) {
    read = own;
    if (last.lane == mine.lane || is_before(last, now)) return;
    // Of a weak and a strong one the weak one stays: a strong write races with that alone.
    if (is_weak(last.place) != is_weak(mine.place)) {
      read = is_weak(mine.place) ? own : last.pack();
      return;
    }
    mine.lane = Record::kManyLanes;
    read = mine.pack();
    return;
  }
  if (is_before(last, now)) {
    read = own;
  } else if (other_read != nullptr) {
    const Record other = Record::unpack(*other_read);
    const bool is_joined = *other_read != 0 && other.block == block_bits_ &&
                           other.warp == mine.warp && other.lane != mine.lane &&
                           !is_before(other, now);
    if (is_joined && is_weak(other.place) != is_weak(mine.place)) {
      if (is_weak(mine.place)) *other_read = own;
      return;
    }
    if (is_joined) mine.lane = Record::kManyLanes;
    *other_read = mine.pack();
  }
}

void BlockChecker::check_cell(Now& now, CoveredWrites& covered, std::uint64_t& write,
                              std::uint64_t& read, std::uint64_t* other_read, std::uint64_t own) {
  const AccessKind kind = now.event->kind;
  if (kind == AccessKind::copy_done) {
    // Those who waited at an mbarrier may read what it brought; after other waits its thread may.
    write = now.event->ordering == Ordering::release ? 0 : own;
    return;
  }
  if (write != 0) {
    const Record last = Record::unpack(write);
    // Two copies to one place: nobody knows here whether they bring the same.
    if (kind != AccessKind::copy_issued && last.block == block_bits_ &&
        checker_.places[last.place].kind == AccessKind::copy_issued &&
        now.event->space == ptx::Space::shared) {
      report_race(write, now);
    } else if (conflicts(write, now) && !(now.is_write && writes_the_same(last, now)) &&
               !has_stored_it_itself(last, now) && !is_of_marks(write, now)) {
      report_race(write, now);
    }
    check_covered(now, covered, write);
  }
  if (!now.is_write) return note_read(read, other_read, own, now);
  const auto is_harmful = [&](std::uint64_t bits) {
    return conflicts(bits, now) && !is_of_marks(bits, now) &&
           !has_stored_it_itself(Record::unpack(bits), now);
  };
  if (is_harmful(read)) {
    report_race(read, now);
  } else if (other_read != nullptr && is_harmful(*other_read)) {
    report_race(*other_read, now);
  }
  write = own;
  read = 0;
  if (other_read != nullptr) *other_read = 0;
}

void BlockChecker::check_lane(Now& now, Cells& cells, std::uint64_t first, std::uint64_t own) {
  if (pass_lane(now, cells, first, own)) return;
  const std::uint32_t cell = checker_.cell_bytes();
  const std::uint64_t begin = now.event->addresses[now.lane];
  const bool is_plain = now.event->kind != AccessKind::copy_done && !has_copies_;
  const bool may_stay = !now.is_write && !cells.other_reads && horizon_ == 0;
  const bool is_shared = now.event->space == ptx::Space::shared;
  for (now.byte = 0; now.byte < now.event->size_bytes; now.byte += cell, ++first) {
    const std::uint64_t last_write = cells.writes.get(first), last_read = cells.reads.get(first);
    const std::uint64_t last_other = cells.other_reads ? cells.other_reads.get(first) : 0;
    std::uint64_t write = last_write, read = last_read, other = last_other;
    if (is_plain && harmless_.differs(write, own) == 0 &&
        !may_be_covered(now.place, now.is_write, *cells.covered, write, is_shared)) {
      if (may_stay && harmless_.stays(read, own) != 0) continue;
      if (harmless_.differs(read, own) == 0) {
        if (!now.is_write) {
          cells.settled.note_reads(first / kRowCells, block_bits_);
          cells.reads.set(first, own);
          continue;
        }
        if (harmless_.differs(other, own) == 0) {
          cells.settled.forget(first / kRowCells);
          cells.set_write(first, own);
          if (read != 0) cells.reads.set(first, 0);
          if (other != 0) cells.other_reads.set(first, 0);
          continue;
        }
      }
    }
    now.address = begin + now.byte;
    check_cell(now, *cells.covered, write, read, cells.other_reads ? &other : nullptr, own);
    if (now.is_write) {
      cells.settled.forget(first / kRowCells);
    } else {
      cells.settled.note_reads(first / kRowCells, block_bits_);
    }
    if (write != last_write) cells.set_write(first, write);
    if (read != last_read) cells.reads.set(first, read);
    if (other != last_other) cells.other_reads.set(first, other);
  }
}

void BlockChecker::check_shared(const AccessEvent& event, std::uint32_t place) {
  has_copies_ = has_copies_ || event.kind == AccessKind::copy_issued;
  const std::uint32_t cell = checker_.cell_bytes();
  const std::uint64_t own = own_record(place, event.warp);
  Now now{&event,
          place,
          0,
          0,
          0,
          event.kind != AccessKind::read,
          layout_.is_contiguous || layout_.is_row() || has_apart(event)};
  harmless_ = {order_.known_of_others(event.warp), order_.known_of_own(event.warp),
               ~std::uint64_t{0}};
  std::uint32_t lanes = event.lanes;
  if (checker_.has_rows && event.size_bytes >= cell && !has_copies_ &&
      event.kind != AccessKind::copy_done) {
    const std::uint64_t bytes = std::uint64_t{kWarpSize} * event.size_bytes;
    if (layout_.is_row()) {
      const bool is_inside = (layout_.row + 1) * kRowCells * cell <= shared_bytes_;
      const std::uint64_t own_row = own | std::uint64_t{layout_.shape} << Record::kLaneShift;
      if (is_inside && check_row(now, shared_cells_, layout_.row, own_row)) lanes = 0;
    } else if (event.addresses[0] + bytes <= shared_bytes_ && layout_.is_contiguous) {
      lanes = check_contiguous(now, shared_cells_, event.addresses[0] / cell, own);
    }
  }
  for (std::uint32_t rest = lanes & lanes_to_look_at(event, now.has_apart); rest != 0;
       rest &= rest - 1) {
    now.lane = first_lane(rest);
    const std::uint64_t first = event.addresses[now.lane] / cell;
    if (event.addresses[now.lane] + event.size_bytes > shared_bytes_) continue;
    check_lane(now, shared_cells_, first, own | std::uint64_t{now.lane} << Record::kLaneShift);
  }
  remember(event, place);
}

void BlockChecker::check_global(const AccessEvent& event, std::uint32_t place) {
  const GlobalPiece* piece = &checker_.piece(place, event.addresses[first_lane(event.lanes)]);
  if (piece->written != nullptr) {
    check_written(event, place, *piece->written, piece->begin, 0);
  } else if (event.kind == AccessKind::read) {
    note_unwritten(event, place, 0);
  }
  const std::uint32_t cell = checker_.cell_bytes();
  const std::uint64_t own = own_record(place, event.warp);
  Now now{&event,
          place,
          0,
          0,
          0,
          event.kind != AccessKind::read,
          layout_.is_contiguous || layout_.is_row() || has_apart(event)};
  harmless_ = {order_.known_of_others(event.warp), order_.known_of_own(event.warp), 0};
  std::uint32_t lanes = event.lanes;
  const std::uint64_t extent = event.size_bytes | event.addresses[first_lane(lanes)];
  if (now.is_write && extent % cell != 0) checker_.note_write_of_part();
  Cells cells{piece->writes, piece->reads, {}, piece->settled, &checker_.covered};
  if (checker_.has_rows && event.size_bytes >= cell && now.has_apart &&
      event.kind != AccessKind::copy_done) {
    const std::uint64_t bytes = std::uint64_t{kWarpSize} * event.size_bytes;
    if (layout_.is_row()) {
      const bool is_inside =
          piece->holds(layout_.row * kRowCells * cell, std::uint64_t{kRowCells} * cell);
      const std::uint64_t own_row = own | std::uint64_t{layout_.shape} << Record::kLaneShift;
      if (is_inside && check_row(now, cells, layout_.row - piece->first_cell / kRowCells, own_row))
        lanes = 0;
    } else if (piece->holds(event.addresses[0], bytes) && layout_.is_contiguous) {
      lanes = check_contiguous(now, cells, event.addresses[0] / cell - piece->first_cell, own);
    }
  }
  if (lanes == event.lanes) lanes = note_scattered_reads(event, *piece, cells, own);
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t begin = event.addresses[first_lane(rest)];
    if (!piece->holds(begin, event.size_bytes)) continue;
    piece->reads.prefetch(begin / cell - piece->first_cell);
  }
  for (std::uint32_t rest = lanes & lanes_to_look_at(event, now.has_apart); rest != 0;
       rest &= rest - 1) {
    now.lane = first_lane(rest);
    const std::uint64_t begin = event.addresses[now.lane];
    if (!piece->holds(begin, event.size_bytes)) {
      piece = &checker_.piece(place, begin);
      cells = {piece->writes, piece->reads, {}, piece->settled, &checker_.covered};
    }
    if (!piece->holds(begin, event.size_bytes)) continue;
    check_lane(now, cells, begin / cell - piece->first_cell,
               own | std::uint64_t{now.lane} << Record::kLaneShift);
  }
  remember(event, place);
}

}  // namespace warpscope::exec::checks
