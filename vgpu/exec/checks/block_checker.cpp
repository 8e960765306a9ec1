#include "vgpu/exec/checks/block_checker.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpscope::exec::checks {
namespace {

constexpr std::uint32_t kWarpSize = 32;
constexpr std::uint32_t kFullMask = 0xffffffff;
// A structure's padding is shorter.
constexpr std::uint64_t kPaddingBytes = 16;

bool is_contiguous(const AccessEvent& event) {
  if (event.lanes != kFullMask) return false;
  std::uint64_t different = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    different |=
        event.addresses[lane] ^ (event.addresses[0] + std::uint64_t{lane} * event.size_bytes);
  return different == 0;
}

std::uint32_t first_lane(std::uint32_t lanes) {
  return static_cast<std::uint32_t>(std::countr_zero(lanes));
}

// Of lanes that read one place two stand for all.
std::uint32_t lanes_to_look_at(const AccessEvent& event, bool has_apart) {
  if (has_apart || event.kind != AccessKind::read || std::popcount(event.lanes) < 3)
    return event.lanes;
  const auto last = 31 - static_cast<std::uint32_t>(std::countl_zero(event.lanes));
  return (event.lanes & (~event.lanes + 1)) | 1u << last;
}

bool has_apart(const AccessEvent& event) {
  const std::uint64_t first = event.addresses[first_lane(event.lanes)];
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    if (event.addresses[first_lane(rest)] != first) return true;
  }
  return false;
}

}  // namespace

BlockChecker::BlockChecker(Checker& checker, const BlockShape& shape)
    : checker_(checker),
      order_(shape.warps),
      local_bytes_(shape.local_bytes),
      shared_bytes_(shape.shared_bytes),
      shared_written_(shape.shared_bytes),
      shared_records_(std::size_t{3} * (shape.shared_bytes / checker.cell_bytes() + 1)),
      shared_count_(shape.shared_bytes / checker.cell_bytes() + 1),
      last_reads_(shape.warps),
      last_barriers_(shape.warps),
      last_visits_(shape.warps) {
  shared_cells_ = {shared_records_.data(), shared_records_.data() + shared_count_,
                   shared_records_.data() + 2 * shared_count_};
  for (std::uint32_t warp = 0; warp < shape.warps && local_bytes_ > 0; ++warp)
    local_written_.emplace_back(local_bytes_ * kWarpSize);
}

void BlockChecker::begin_block(std::uint64_t number, const Dim3& /*index*/) {
  // Cells of shared memory know by the block's bits that they are of an earlier one.
  if (number >> Record::kBlockBits != number_ >> Record::kBlockBits)
    std::fill(shared_records_.begin(), shared_records_.end(), 0);
  number_ = number;
  block_bits_ = static_cast<std::uint32_t>(number) & Record::kBlockMask;
  horizon_ = 0;
  order_.begin();
  shared_written_.clear(0, shared_bytes_);
  for (LastRead& last : last_reads_) last.place = 0;
  sequence_ = 0;
  std::fill(last_barriers_.begin(), last_barriers_.end(), 0);
  for (auto& visits : last_visits_) visits.clear();
}

void BlockChecker::begin_warp(std::uint32_t warp) {
  if (local_bytes_ > 0) local_written_[warp].clear(0, local_bytes_ * kWarpSize);
}

void BlockChecker::barrier(std::uint32_t barrier, std::span<const WarpLanes> waiting) {
  order_.open(barrier, waiting);
  for (const WarpLanes& who : waiting) last_barriers_[who.warp] = sequence_;
}

void BlockChecker::access(const AccessEvent& event) {
  if (event.lanes == 0 || event.size_bytes == 0) return;
  const std::uint32_t place = checker_.places.number_of(event);
  switch (event.space) {
    case ptx::Space::shared:
      check_written(event, place, shared_written_, 0, 0);
      acquire(event);
      check_shared(event, place);
      release(event);
      return;
    case ptx::Space::local:
      check_written(event, place, local_written_[event.warp], 0, local_bytes_);
      return;
    default:
      acquire(event);
      check_global(event, place);
      release(event);
  }
}

// --- memory that nothing has written ---------------------------------------------------------

bool BlockChecker::is_unwritten(const AccessEvent& event, const memory::WrittenBytes& written,
                                std::uint64_t offset) const {
  const auto is_none = [&](std::uint64_t at, std::uint64_t bytes) {
    return !written.has_any(at, bytes) &&
           (!event.is_only_copied || event.space != ptx::Space::global ||
            written.is_in_gap(at, bytes, kPaddingBytes));
  };
  const std::uint32_t element = event.element_bytes;
  if (element == 0 || event.size_bytes > 32) return is_none(offset, event.size_bytes);
  const std::uint32_t all = element == 32 ? ~0u : (1u << element) - 1;
  for (std::uint32_t at = 0; at < event.size_bytes; at += element) {
    if ((event.used_bytes >> at & all) == all && is_none(offset + at, element)) return true;
  }
  return false;
}

// Lane l's bytes begin at its address - base + l * lane_stride.
void BlockChecker::check_written(const AccessEvent& event, std::uint32_t place,
                                 memory::WrittenBytes& written, std::uint64_t base,
                                 std::uint64_t lane_stride) {
  if (event.kind == AccessKind::copy_issued && event.space == ptx::Space::shared) return;
  const bool reads = event.kind == AccessKind::read || event.kind == AccessKind::atomic;
  const bool writes = event.kind != AccessKind::read;
  if (lane_stride == 0 && is_contiguous(event)) {
    const std::uint64_t offset = event.addresses[0] - base;
    const std::uint64_t bytes = std::uint64_t{kWarpSize} * event.size_bytes;
    if (offset <= written.size_bytes() && bytes <= written.size_bytes() - offset) {
      if (!writes && written.has_all(offset, bytes)) return;
      if (!reads) return written.mark(offset, bytes);
    }
  }
  std::uint32_t unwritten = 0;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t offset = event.addresses[lane] - base + lane * lane_stride;
    if (offset > written.size_bytes() || event.size_bytes > written.size_bytes() - offset) continue;
    if (reads && event.used_bytes != 0 && !written.has_all(offset, event.size_bytes) &&
        is_unwritten(event, written, offset))
      unwritten |= 1u << lane;
    if (writes) written.mark(offset, event.size_bytes);
  }
  if (unwritten != 0) report_unwritten(event, place, unwritten);
}

void BlockChecker::report_unwritten(const AccessEvent& event, std::uint32_t place,
                                    std::uint32_t lanes) {
  const auto kind = event.space == ptx::Space::shared  ? Violation::Kind::uninitialised_shared
                    : event.space == ptx::Space::local ? Violation::Kind::uninitialised_local
                                                       : Violation::Kind::uninitialised_global;
  Violation* violation = checker_.add(kind, place, 0);
  if (violation == nullptr) return;
  const std::uint32_t lane = first_lane(lanes);
  violation->access = checker_.describe(place, number_, event.warp, lane);
  violation->access.is_store = false;
  violation->space = event.space;
  violation->address = event.addresses[lane];
  violation->access_bytes = event.size_bytes;
  if (event.space == ptx::Space::shared) checker_.name_shared(*violation);
  if (event.space == ptx::Space::global) checker_.name_global(*violation);
}

// --- races -----------------------------------------------------------------------------------

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
  if (!is_same_instruction)
    return std::memcmp(event.hosts[now.lane] + now.byte, value(now.lane), bytes) == 0;
  // Lanes that this instruction has served before, with the same address.
  for (std::uint32_t lane = 0; lane < now.lane; ++lane) {
    if ((event.lanes >> lane & 1u) != 0 && event.addresses[lane] == event.addresses[now.lane] &&
        std::memcmp(value(lane), value(now.lane), bytes) != 0)
      return false;
  }
  return true;
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

std::uint64_t BlockChecker::Harmless::differs(std::uint64_t record, std::uint64_t own) const {
  const std::uint64_t difference = record ^ own;
  const bool is_other_block = (difference & Record::kBlockOfPacked) != 0;
  const bool is_known = is_other_block ? others : (record >> Record::kTimeShift) <= time;
  return static_cast<std::uint64_t>(record != 0) &
         static_cast<std::uint64_t>((difference & Record::kThreadOfPacked) != 0) &
         static_cast<std::uint64_t>(!is_known);
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
  std::uint64_t differs = 0;
  for (std::uint64_t i = 0; i < count; ++i)
    differs |= harmless_.differs(writes[i], own_of(i)) | harmless_.differs(reads[i], own_of(i));
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
  harmless_ = {order_.known_of_all(event.warp), true};
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
  harmless_ = {order_.known_of_all(event.warp), false};
  const bool is_row = event.size_bytes >= cell && is_contiguous(event) &&
                      piece->holds(event.addresses[0], std::uint64_t{kWarpSize} * event.size_bytes);
  const Cells row{piece->writes, piece->reads, nullptr};
  if (!is_row || !check_row(now, row, event.addresses[0] / cell - piece->first_cell, own)) {
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

// --- what a race means -------------------------------------------------------------------------

void BlockChecker::remember(const AccessEvent& event, std::uint32_t place) {
  auto& visits = last_visits_[event.warp];
  if (place >= visits.size())
    visits.resize(std::max<std::size_t>(place + 1, checker_.places.size()));
  visits[place] = {++sequence_, event.lanes};
  if (event.kind != AccessKind::read) return;
  LastRead& last = last_reads_[event.warp];
  last.place = place;
  last.lanes = event.lanes;
  std::copy(event.addresses, event.addresses + kWarpSize, last.addresses.begin());
}

BlockChecker::Visit BlockChecker::last_visit(std::uint32_t warp, std::uint32_t place) const {
  const auto& visits = last_visits_[warp];
  return place < visits.size() ? visits[place] : Visit{};
}

// A thread that loads a word, changes and stores it, and so does the other one.
bool BlockChecker::is_update(const Record& record, const Now& now) const {
  const LastRead& last = last_reads_[now.event->warp];
  if (!now.is_write || last.place == 0 || (last.lanes >> now.lane & 1u) == 0 ||
      last.addresses.at(now.lane) != now.event->addresses[now.lane])
    return false;
  // Volatile values are exchanged, not counted.
  const Place& own = checker_.places[now.place];
  const bool is_volatile = own.kind == AccessKind::write && own.ordering != Ordering::weak;
  return !is_volatile && (record.place == last.place || record.place == now.place);
}

Violation::Kind BlockChecker::kind_of(const Record& record, const Now& now) const {
  const Place& other = checker_.places[record.place];
  if (other.kind == AccessKind::copy_issued && !now.is_write)
    return Violation::Kind::copy_not_waited;
  if (is_update(record, now)) return Violation::Kind::non_atomic_update;
  if (record.block != block_bits_) return Violation::Kind::race_between_blocks;
  if (record.warp == now.event->warp) return Violation::Kind::missing_syncwarp;
  if (other.is_write() && now.is_write) return Violation::Kind::conflicting_writes;
  // Which of the two a thread comes to first decides. Since its last barrier this warp has been at
  // the other place; or it was there in an earlier round; or the other warp shows the order. Warps
  // and lanes that do different things: the order in which they did.
  const Visit last = last_visit(now.event->warp, record.place);
  const Visit other_here = last_visit(record.warp, now.place);
  const Visit other_there = last_visit(record.warp, record.place);
  const bool shows_order = (other_here.lanes & other_there.lanes) != 0;
  const bool is_other_first = (last.lanes & now.event->lanes) != 0
                                  ? last.when > last_barriers_[now.event->warp]
                                  : !shows_order || other_there.when < other_here.when;
  const bool is_write_first = is_other_first == other.is_write();
  return is_write_first ? Violation::Kind::missing_barrier
                        : Violation::Kind::missing_trailing_barrier;
}

void BlockChecker::report_race(std::uint64_t bits, const Now& now) {
  const Record record = Record::unpack(bits);
  const Violation::Kind kind = kind_of(record, now);
  Violation* violation = checker_.add(kind, now.place, record.place);
  if (violation == nullptr) return;
  violation->is_race = true;
  const std::uint64_t block = (number_ & ~std::uint64_t{Record::kBlockMask}) | record.block;
  violation->access = checker_.describe(now.place, number_, now.event->warp, now.lane);
  violation->other = checker_.describe(record.place, block, record.warp, record.lane);
  violation->space = now.event->space;
  violation->address = now.address;
  violation->access_bytes = now.event->size_bytes;
  // The side that is wrong: the read that comes too early, or the write.
  const bool wants_read = kind == Violation::Kind::missing_barrier;
  const bool wants_write = kind == Violation::Kind::missing_trailing_barrier ||
                           kind == Violation::Kind::non_atomic_update;
  if ((wants_read && violation->access.is_store && !violation->other.is_store) ||
      (wants_write && !violation->access.is_store && violation->other.is_store))
    std::swap(violation->access, violation->other);
  if (violation->space == ptx::Space::shared) checker_.name_shared(*violation);
  if (violation->space == ptx::Space::global) checker_.name_global(*violation);
}

// --- flags -------------------------------------------------------------------------------------

namespace {

// Offsets in shared memory and device addresses never meet.
bool acquires(const AccessEvent& event) {
  return event.ordering != Ordering::weak &&
         (event.kind == AccessKind::read || event.kind == AccessKind::atomic);
}

}  // namespace

// A strong read takes what was published there; whether a fence follows is not asked.
void BlockChecker::acquire(const AccessEvent& event) {
  if (!acquires(event)) return;
  std::uint64_t last = ~std::uint64_t{0};
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = event.addresses[first_lane(rest)];
    if (address == last) continue;
    last = address;
    order_.acquire(event.warp, address);
    if (event.space == ptx::Space::global && event.scope != Scope::block)
      horizon_ = std::max(horizon_, checker_.released_at(address));
  }
}

// A strong write behind a fence, or one that releases, publishes what the warp knows.
void BlockChecker::release(const AccessEvent& event) {
  if (event.ordering == Ordering::weak || event.kind == AccessKind::read ||
      event.kind == AccessKind::copy_done)
    return;
  const bool is_releasing_itself = is_releasing(event.ordering);
  const std::uint32_t fence = order_.device_fence(event.warp);
  std::uint64_t last = ~std::uint64_t{0};
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = event.addresses[first_lane(rest)];
    if (address == last) continue;
    last = address;
    if (event.space == ptx::Space::global && event.scope != Scope::block &&
        (is_releasing_itself || fence != 0))
      checker_.release(block_bits_, is_releasing_itself ? order_.now() : fence, address);
    order_.release(event.warp, address, !is_releasing_itself);
  }
}

}  // namespace warpscope::exec::checks
