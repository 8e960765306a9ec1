// Accesses that nothing orders.
#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {

std::uint64_t BlockChecker::own_record(std::uint32_t place, std::uint32_t warp,
                                       std::uint32_t lane) const {
  Record own;
  own.block = block_bits_;
  own.warp = warp;
  own.lane = lane;
  own.place = place;
  own.time = std::min(order_.now(), Record::kLastTime);
  return own.pack();
}

bool BlockChecker::is_before(const Record& record, const Now& now) const {
  if (record.block != block_bits_)
    return checker_.has_released(record.block, record.time, horizon_);
  // A block with more events than a record can number is not looked at any more.
  if (record.time == Record::kLastTime) return true;
  return order_.knows(now.event->warp, now.lane, record.warp, record.lane, record.time);
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
  return !is_before(record, now);
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
         std::memcmp(event.hosts[now.lane] + now.byte, value(now.lane), bytes) == 0;
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
    if (last.lane != mine.lane && !is_before(last, now)) mine.lane = Record::kManyLanes;
    read = mine.pack();
    return;
  }
  if (is_before(last, now)) {
    read = own;
  } else if (other_read != nullptr) {
    const Record other = Record::unpack(*other_read);
    if (*other_read != 0 && other.block == block_bits_ && other.warp == mine.warp &&
        other.lane != mine.lane && !is_before(other, now))
      mine.lane = Record::kManyLanes;
    *other_read = mine.pack();
  }
}

void BlockChecker::check_cell(Now& now, std::uint64_t& write, std::uint64_t& read,
                              std::uint64_t* other_read, std::uint64_t own) {
  const AccessKind kind = now.event->kind;
  if (kind == AccessKind::copy_done) {
    // Those who waited at an mbarrier may read what it brought; after other waits its thread may.
    write = now.event->ordering == Ordering::release ? 0 : own;
    return;
  }
  if (write != 0) {
    const Record last = Record::unpack(write);
    if (!now.is_write && last.block == block_bits_ &&
        checker_.places[last.place].kind == AccessKind::copy_issued &&
        now.event->space == ptx::Space::shared) {
      report_race(write, now);
    } else if (conflicts(write, now) && !(now.is_write && writes_the_same(last, now))) {
      report_race(write, now);
    }
  }
  if (!now.is_write) return note_read(read, other_read, own, now);
  if (conflicts(read, now)) {
    report_race(read, now);
  } else if (other_read != nullptr && conflicts(*other_read, now)) {
    report_race(*other_read, now);
  }
  write = own;
  read = 0;
  if (other_read != nullptr) *other_read = 0;
}

bool BlockChecker::check_row(const Now& now, const Cells& cells, std::uint64_t first,
                             std::uint64_t own) const {
  const std::uint32_t per_lane =
      std::max(now.event->size_bytes / checker_.cell_bytes(), std::uint32_t{1});
  const std::uint64_t count = std::uint64_t{kWarpSize} * per_lane;
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(per_lane));
  std::uint64_t* writes = cells.writes + first;
  std::uint64_t* reads = cells.reads + first;
  const auto own_of = [&](std::uint64_t i) { return own | (i >> shift) << Record::kLaneShift; };
  const Harmless harmless = harmless_;
  std::uint64_t differs = 0;
  for (std::uint64_t i = 0; i < count; ++i)
    differs |= harmless.differs(writes[i], own_of(i)) | harmless.differs(reads[i], own_of(i));
  if (now.is_write && cells.other_reads != nullptr) {
    for (std::uint64_t i = 0; i < count; ++i)
      differs |= harmless_.differs(cells.other_reads[first + i], own_of(i));
  }
  if (differs != 0) return false;
  if (!now.is_write) {
    for (std::uint64_t i = 0; i < count; ++i) reads[i] = own_of(i);
    return true;
  }
  for (std::uint64_t i = 0; i < count; ++i) writes[i] = own_of(i);
  std::fill(reads, reads + count, 0);
  if (cells.other_reads != nullptr)
    std::fill(cells.other_reads + first, cells.other_reads + first + count, 0);
  return true;
}

void BlockChecker::check_lane(Now& now, const Cells& cells, std::uint64_t first,
                              std::uint64_t own) {
  const std::uint32_t cell = checker_.cell_bytes();
  const std::uint64_t begin = now.event->addresses[now.lane];
  const bool is_plain = now.event->kind != AccessKind::copy_done && !has_copies_;
  for (now.byte = 0; now.byte < now.event->size_bytes; now.byte += cell, ++first) {
    std::uint64_t& write = cells.writes[first];
    std::uint64_t& read = cells.reads[first];
    std::uint64_t* other = cells.other_reads == nullptr ? nullptr : cells.other_reads + first;
    if (is_plain && (harmless_.differs(write, own) | harmless_.differs(read, own)) == 0) {
      if (!now.is_write) {
        read = own;
        continue;
      }
      if (other == nullptr || harmless_.differs(*other, own) == 0) {
        write = own;
        read = 0;
        if (other != nullptr) *other = 0;
        continue;
      }
    }
    now.address = begin + now.byte;
    check_cell(now, write, read, other, own);
  }
}

void BlockChecker::check_shared(const AccessEvent& event, std::uint32_t place) {
  has_copies_ = has_copies_ || event.kind == AccessKind::copy_issued;
  const std::uint32_t cell = checker_.cell_bytes();
  const std::uint64_t own = own_record(place, event.warp, 0);
  Now now{&event, place, 0, 0, 0, event.kind != AccessKind::read, has_apart(event)};
  harmless_ = {order_.known_of_others(event.warp), order_.known_of_own(event.warp),
               ~std::uint64_t{0}};
  const std::uint64_t row = event.addresses[0] / cell;
  const std::uint64_t row_cells = std::uint64_t{kWarpSize} * event.size_bytes / cell;
  const bool is_row = event.size_bytes >= cell && !has_copies_ && is_contiguous(event) &&
                      row + row_cells <= shared_count_ && event.kind != AccessKind::copy_done;
  if (!is_row || !check_row(now, shared_cells_, row, own)) {
    for (std::uint32_t rest = lanes_to_look_at(event, now.has_apart); rest != 0; rest &= rest - 1) {
      now.lane = first_lane(rest);
      const std::uint64_t first = event.addresses[now.lane] / cell;
      if (event.addresses[now.lane] + event.size_bytes > shared_bytes_) continue;
      check_lane(now, shared_cells_, first, own | std::uint64_t{now.lane} << Record::kLaneShift);
    }
  }
  remember(event, place);
}

void BlockChecker::check_global(const AccessEvent& event, std::uint32_t place) {
  const GlobalPiece* piece = &checker_.piece(place, event.addresses[first_lane(event.lanes)]);
  if (piece->written != nullptr) check_written(event, place, *piece->written, piece->begin, 0);
  const std::uint32_t cell = checker_.cell_bytes();
  const std::uint64_t own = own_record(place, event.warp, 0);
  Now now{&event, place, 0, 0, 0, event.kind != AccessKind::read, has_apart(event)};
  harmless_ = {order_.known_of_others(event.warp), order_.known_of_own(event.warp), 0};
  const bool is_row = event.size_bytes >= cell && is_contiguous(event) &&
                      piece->holds(event.addresses[0], std::uint64_t{kWarpSize} * event.size_bytes);
  const Cells row{piece->writes, piece->reads, nullptr};
  if (!is_row || !check_row(now, row, event.addresses[0] / cell - piece->first_cell, own)) {
    for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t begin = event.addresses[first_lane(rest)];
      if (!piece->holds(begin, event.size_bytes)) continue;
      __builtin_prefetch(piece->writes + (begin / cell - piece->first_cell));
      __builtin_prefetch(piece->reads + (begin / cell - piece->first_cell));
    }
    for (std::uint32_t rest = lanes_to_look_at(event, now.has_apart); rest != 0; rest &= rest - 1) {
      now.lane = first_lane(rest);
      const std::uint64_t begin = event.addresses[now.lane];
      if (!piece->holds(begin, event.size_bytes)) piece = &checker_.piece(place, begin);
      if (!piece->holds(begin, event.size_bytes)) continue;
      check_lane(now, {piece->writes, piece->reads, nullptr}, begin / cell - piece->first_cell,
                 own | std::uint64_t{now.lane} << Record::kLaneShift);
    }
  }
  remember(event, place);
}

}  // namespace warpscope::exec::checks
