// Rows of cells at once: what a warp that accesses neighbouring places does to them.
//
// The same as check_cell() for each of them, where it is plain that nothing conflicts.
#include <algorithm>
#include <bit>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

// All records of a row belong to the thread that has the cell, are nobody's, or known to all.
template <typename Harmless>
bool is_row_harmless(const Harmless& harmless, std::uint64_t word, std::uint64_t own) {
  if (!RecordRows::is_apart(word)) return harmless.differs(word, own) == 0;
  RecordRows::Cells room, owns;
  const std::uint64_t* cells = RecordRows::cells_of(word, room);
  const std::uint64_t* own_cells = RecordRows::cells_of(own, owns);
  std::uint64_t differs = 0;
  for (std::uint32_t i = 0; i < kRowCells; ++i) differs |= harmless.differs(cells[i], own_cells[i]);
  return differs == 0;
}

constexpr std::uint64_t with_shape(std::uint64_t own, std::uint32_t shape) {
  return own | std::uint64_t{shape} << Record::kLaneShift;
}

}  // namespace

// The same lanes read again, or others of this warp that nothing has ordered: then it is not known
// which. 0 where the cells differ in that.
std::uint64_t BlockChecker::joined_read(std::uint64_t word, std::uint64_t own,
                                        std::uint32_t warp) const {
  if (((word ^ own) & Record::kLaneOfPacked) == 0) return own;
  if (order_.has_lane_clocks(warp)) return 0;
  const std::uint32_t shape = RecordRows::shape(word);
  const bool differs_everywhere =
      shape == Record::kManyLanes ||
      (row_shape::is_exchange(shape) && row_shape::is_exchange(RecordRows::shape(own)));
  if (!differs_everywhere) return 0;
  const auto place = [](std::uint64_t record) {
    return static_cast<std::uint32_t>(record & Record::kPlaceOfPacked);
  };
  if (is_weak(place(word)) != is_weak(place(own))) return is_weak(place(own)) ? own : word;
  return with_shape(own & ~Record::kLaneOfPacked, Record::kManyLanes);
}

bool BlockChecker::note_row_read(const Now& now, Cells& cells, std::uint64_t row,
                                 std::uint64_t own) {
  const std::uint64_t word = cells.reads.word(row);
  const std::uint32_t warp = now.event->warp;
  if (RecordRows::is_apart(word)) return note_cells_read(cells, row, own);
  if (harmless_.differs(word, own) == 0) {
    cells.settled.note_reads(row, block_bits_);
    cells.reads.set_row(row, own);
    return true;
  }
  const Record last = Record::unpack(word);
  if (last.time == Record::kLastTime) return false;
  if (last.block != block_bits_) return horizon_ == 0;  // the first reader stays known
  if (last.warp == warp) {
    const std::uint64_t joined = joined_read(word, own, warp);
    if (joined != 0) {
      cells.settled.note_reads(row, block_bits_);
      cells.reads.set_row(row, joined);
    }
    return joined != 0;
  }
  if (order_.knows(warp, 0, last.warp, last.lane, last.time)) {
    cells.settled.note_reads(row, block_bits_);
    cells.reads.set_row(row, own);
    return true;
  }
  if (!cells.other_reads) return true;
  const std::uint64_t other = cells.other_reads.word(row);
  if (RecordRows::is_apart(other)) return false;
  const Record reader = Record::unpack(other);
  const bool is_own = other != 0 && reader.block == block_bits_ && reader.warp == warp;
  const std::uint64_t joined =
      !is_own || harmless_.differs(other, own) == 0 ? own : joined_read(other, own, warp);
  if (joined != 0) cells.other_reads.set_row(row, joined);
  return joined != 0;
}

// The row's cells have words of their own. Those of other blocks stay, the others must be harmless.
bool BlockChecker::note_cells_read(Cells& cells, std::uint64_t row, std::uint64_t own) {
  if (!cells.other_reads && horizon_ != 0) return false;
  RecordRows::Cells room, owns;
  const std::uint64_t* last = RecordRows::cells_of(cells.reads.word(row), room);
  const std::uint64_t* own_cells = RecordRows::cells_of(own, owns);
  const Harmless harmless = harmless_;
  std::uint64_t differs = 0, stays = 0;
  for (std::uint32_t i = 0; i < kRowCells; ++i) {
    const std::uint64_t elsewhere = harmless.stays(last[i], own_cells[i]);
    differs |= harmless.differs(last[i], own_cells[i]) & ~elsewhere;
    stays |= elsewhere;
  }
  if (differs != 0) return false;
  if (stays == 0) {
    cells.reads.set_row(row, own);
    return true;
  }
  std::uint64_t* reads = cells.reads.apart(row);
  for (std::uint32_t i = 0; i < kRowCells; ++i) {
    const std::uint64_t elsewhere = harmless.stays(reads[i], own_cells[i]);
    reads[i] = (reads[i] & elsewhere) | (own_cells[i] & ~elsewhere);
  }
  cells.settled.note_reads(row, block_bits_);
  return true;
}

bool BlockChecker::check_row(const Now& now, Cells& cells, std::uint64_t row, std::uint64_t own) {
  const Harmless harmless = harmless_;
  if (!is_row_harmless(harmless, cells.writes.word(row), own)) return false;
  if (may_row_be_covered(now, cells, row)) return false;
  if (!now.is_write) return note_row_read(now, cells, row, own);
  if (!is_row_harmless(harmless, cells.reads.word(row), own)) return false;
  if (cells.other_reads && !is_row_harmless(harmless, cells.other_reads.word(row), own))
    return false;
  cells.settled.forget(row);
  cells.writes.set_row(row, own);
  cells.reads.set_row(row, 0);
  if (cells.other_reads) cells.other_reads.set_row(row, 0);
  return true;
}

// Cells begin … end of a row that belong to lanes one after the other, `first` to the first of all.
bool BlockChecker::check_part(const Now& now, Cells& cells, std::uint64_t begin, std::uint64_t end,
                              std::uint64_t first, std::uint32_t cells_per_lane,
                              std::uint64_t own) {
  const std::uint64_t row = begin / kRowCells, base = row * kRowCells;
  const auto from = static_cast<std::uint32_t>(begin - base);
  const auto to = static_cast<std::uint32_t>(end - base);
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(cells_per_lane));
  RecordRows::Cells owns{}, room;
  for (std::uint32_t i = from; i < to; ++i)
    owns[i] = own | ((base + i - first) >> shift) << Record::kLaneShift;
  if (may_row_be_covered(now, cells, row)) return false;
  const Harmless harmless = harmless_;
  const auto differs_in = [&](const RecordRows& rows, bool may_stay) {
    const std::uint64_t* last = RecordRows::cells_of(rows.word(row), room);
    std::uint64_t differs = 0;
    for (std::uint32_t i = from; i < to; ++i) {
      const std::uint64_t stays = may_stay ? harmless.stays(last[i], owns[i]) : 0;
      differs |= harmless.differs(last[i], owns[i]) & ~stays;
    }
    return differs != 0;
  };
  const bool may_stay = !now.is_write && !cells.other_reads && horizon_ == 0;
  if (differs_in(cells.writes, false) || differs_in(cells.reads, may_stay)) return false;
  if (!now.is_write) {
    cells.settled.note_reads(row, block_bits_);
    std::uint64_t* reads = cells.reads.apart(row);
    for (std::uint32_t i = from; i < to && reads != nullptr; ++i) {
      const std::uint64_t stays = may_stay ? harmless.stays(reads[i], owns[i]) : 0;
      reads[i] = (reads[i] & stays) | (owns[i] & ~stays);
    }
    return true;
  }
  cells.settled.forget(row);
  if (cells.other_reads && differs_in(cells.other_reads, false)) return false;
  if (std::uint64_t* writes = cells.writes_apart(row); writes != nullptr)
    std::copy(owns.data() + from, owns.data() + to, writes + from);
  const auto forget = [&](RecordRows& rows) {
    if (rows && rows.word(row) != 0) {
      // A reader from before the write makes no difference: what knows of the write knows of it.
      std::uint64_t* words = rows.apart(row);
      if (words != nullptr) std::fill(words + from, words + to, 0);
    }
  };
  forget(cells.reads);
  forget(cells.other_reads);
  return true;
}

bool BlockChecker::pass_lane(const Now& now, Cells& cells, std::uint64_t first, std::uint64_t own) {
  const std::uint64_t row = first / kRowCells, from = first % kRowCells;
  const std::uint32_t count = now.event->size_bytes >> checker_.cell_shift();
  const bool may_stay = !now.is_write && !cells.other_reads && horizon_ == 0;
  if (count == 0 || from + count > kRowCells || may_stay || has_copies_ ||
      now.event->kind == AccessKind::copy_done || !is_weak(now.place) ||
      !cells.covered->plain.is_empty() || !cells.covered->strong.is_empty())
    return false;
  const Harmless harmless = harmless_;
  RecordRows::Cells unused;
  const auto differs_in = [&](const RecordRows& rows) {
    const std::uint64_t word = rows.word(row);
    if (word == 0) return false;
    std::uint64_t differs = 0;
    if (RecordRows::is_apart(word)) {
      const std::uint64_t* records = RecordRows::cells_of(word, unused) + from;
      for (std::uint32_t i = 0; i < count; ++i) differs |= harmless.differs(records[i], own);
    } else {
      for (std::uint32_t i = 0; i < count; ++i)
        differs |= harmless.differs(rows.get(first + i), own);
    }
    return differs != 0;
  };
  if (differs_in(cells.writes) || differs_in(cells.reads)) return false;
  if (!now.is_write) {
    cells.settled.note_reads(row, block_bits_);
    if (std::uint64_t* reads = cells.reads.apart(row); reads != nullptr)
      std::fill_n(reads + from, count, own);
    return true;
  }
  if (cells.other_reads && differs_in(cells.other_reads)) return false;
  cells.settled.forget(row);
  if (std::uint64_t* writes = cells.writes_apart(row); writes != nullptr)
    std::fill_n(writes + from, count, own);
  const auto forget = [&](RecordRows& rows) {
    if (!rows || rows.word(row) == 0) return;
    if (std::uint64_t* words = rows.apart(row); words != nullptr)
      std::fill_n(words + from, count, 0);
  };
  forget(cells.reads);
  forget(cells.other_reads);
  return true;
}

// Lanes that a row's check has left to be looked at one by one.
std::uint32_t BlockChecker::check_contiguous(const Now& now, Cells& cells, std::uint64_t first,
                                             std::uint64_t own) {
  const std::uint32_t per_lane =
      std::max(now.event->size_bytes / checker_.cell_bytes(), std::uint32_t{1});
  const std::uint64_t end = first + std::uint64_t{kWarpSize} * per_lane;
  const bool is_whole = first % kRowCells == 0 && per_lane <= 4;
  std::uint32_t left = 0;
  for (std::uint64_t begin = first; begin < end;) {
    const std::uint64_t next = std::min(end, (begin / kRowCells + 1) * kRowCells);
    const auto number = static_cast<std::uint32_t>((begin - first) / kRowCells);
    const bool is_done = is_whole ? check_row(now, cells, begin / kRowCells,
                                              with_shape(own, row_shape::of_wide(per_lane, number)))
                                  : check_part(now, cells, begin, next, first, per_lane, own);
    if (!is_done) {
      const auto from = static_cast<std::uint32_t>((begin - first) / per_lane);
      const auto to = static_cast<std::uint32_t>((next - 1 - first) / per_lane);
      left |= (kFullMask << from) & (kFullMask >> (kWarpSize - 1 - to));
    }
    begin = next;
  }
  return left;
}

void BlockChecker::look_at_layout(const AccessEvent& event) {
  layout_.is_contiguous = false;
  layout_.shape = row_shape::kNone;
  if (event.lanes != kFullMask) return;
  const std::uint32_t cell = checker_.cell_bytes();
  const std::uint64_t first = event.addresses[0];
  layout_.is_contiguous =
      event.pattern == AddressPattern::neighbours ||
      (event.pattern == AddressPattern::any && exec::checks::is_contiguous(event));
  if (event.size_bytes != cell || !checker_.has_rows) return;
  const std::uint64_t number = first >> checker_.cell_shift();
  const std::uint32_t shape = row_shape::exchanged_by(number % kRowCells);
  if (layout_.is_contiguous) {
    if (shape != row_shape::kExchanged) return;
  } else if (event.pattern == AddressPattern::any) {
    std::uint64_t different = 0;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      different |= event.addresses[lane] ^ first ^ (std::uint64_t{lane} * cell);
    if (different != 0) return;
  }
  layout_.shape = shape;
  layout_.row = number / kRowCells;
}

// Places that mostly one block after the other reads, and nobody writes: the first reader stays.
std::uint32_t BlockChecker::note_scattered_reads(const AccessEvent& event, const GlobalPiece& piece,
                                                 Cells& cells, std::uint64_t own) const {
  const std::uint32_t cells_per_lane = event.size_bytes >> checker_.cell_shift();
  if (event.kind != AccessKind::read || horizon_ != 0 || !checker_.has_rows ||
      !checker_.is_in_sequence() || cells_per_lane == 0 || cells_per_lane > kMostCellsPerLane)
    return event.lanes;
  const std::uint64_t all = (std::uint64_t{1} << cells_per_lane) - 1;
  const std::uint32_t shift = checker_.cell_shift();
  // Asynchronous copies may lie on two rows.
  const auto is_in_row = [&](std::uint64_t begin) {
    return piece.holds(begin, event.size_bytes) &&
           (begin >> shift) % kRowCells + cells_per_lane <= kRowCells;
  };
  std::uint32_t left = 0;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t begin = event.addresses[first_lane(rest)];
    const bool is_settled =
        is_in_row(begin) &&
        cells.settled.holds((begin >> shift) - piece.first_cell, all, block_bits_);
    left |= is_settled ? 0 : rest & (~rest + 1);
  }
  for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
    const std::uint64_t begin = event.addresses[first_lane(rest)];
    if (piece.holds(begin, event.size_bytes))
      cells.reads.prefetch((begin >> shift) - piece.first_cell);
  }
  const std::uint32_t unsettled = left;
  for (std::uint32_t rest = unsettled; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t begin = event.addresses[lane];
    if (!is_in_row(begin)) continue;
    const std::uint64_t first = (begin >> shift) - piece.first_cell, row = first / kRowCells;
    if (cells.writes.word(row) != 0) continue;
    const std::uint64_t mine = own | std::uint64_t{lane} << Record::kLaneShift;
    const std::uint64_t word = cells.reads.word(row);
    bool is_done = true;
    if (word != 0 && !RecordRows::is_apart(word)) {
      is_done = ((word ^ own) & Record::kBlockOfPacked) != 0;
    } else {
      std::uint64_t* words = cells.reads.apart(row);
      if (words == nullptr) continue;
      std::uint64_t* reads = words + first % kRowCells;
      for (std::uint32_t i = 0; i < cells_per_lane; ++i) {
        const bool is_own = reads[i] != 0 && ((reads[i] ^ own) & Record::kBlockOfPacked) == 0;
        is_done = is_done && !is_own;
        reads[i] = reads[i] == 0 ? mine : reads[i];
      }
    }
    if (!is_done) continue;
    cells.settled.add(first, all, block_bits_);
    left &= ~(1u << lane);
  }
  return left;
}

}  // namespace warpscope::exec::checks
