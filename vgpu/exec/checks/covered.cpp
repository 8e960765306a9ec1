// Races with writes that are no longer the last ones of their cells.
#include <algorithm>

#include "vgpu/exec/checks/block_checker.h"

namespace warpscope::exec::checks {

// Of global memory another block knows nothing of this one's barriers.
bool BlockChecker::is_known_to_all(const Record& record, bool is_shared) const {
  return (is_shared || checker_.has_one_block()) && record.block == block_bits_ &&
         record.time <= order_.known_to_all();
}

bool BlockChecker::may_be_covered(std::uint32_t place, bool is_write, const CoveredWrites& covered,
                                  std::uint64_t last, bool is_shared) const {
  if (last == 0) return false;
  const Record record = Record::unpack(last);
  const bool was_weak = is_weak(record.place);
  if (is_weak(place)) return !was_weak && !(covered.strong.is_empty() && covered.plain.is_empty());
  return was_weak ? is_write && !is_known_to_all(record, is_shared) : !covered.plain.is_empty();
}

bool BlockChecker::may_row_be_covered(const Now& now, const Cells& cells, std::uint64_t row) const {
  if (is_weak(now.place) && cells.covered->strong.is_empty() && cells.covered->plain.is_empty())
    return false;
  const std::uint64_t word = cells.writes.word(row);
  const auto may_be = [&](std::uint64_t record) {
    return may_be_covered(now.place, now.is_write, *cells.covered, record,
                          now.event->space == ptx::Space::shared);
  };
  if (!RecordRows::is_apart(word)) return may_be(word);
  RecordRows::Cells room;
  const std::uint64_t* records = RecordRows::cells_of(word, room);
  return std::any_of(records, records + kRowCells, may_be);
}

void BlockChecker::check_covered(const Now& now, CoveredWrites& covered, std::uint64_t last) {
  const Record record = Record::unpack(last);
  const bool is_shared = now.event->space == ptx::Space::shared;
  if (is_shared && record.block != block_bits_) return;  // an earlier block's
  if (!checker_.places[record.place].is_known() || !checker_.places[now.place].is_known()) return;
  const std::uint64_t cell = now.address >> checker_.cell_shift();
  const bool was_weak = is_weak(record.place), is_now_weak = is_weak(now.place);
  // A plain store comes behind what its own warp's atomic has found.
  if (!was_weak && !(is_now_weak && now.is_write)) {
    // A load that begins a loop around atomicCAS does not race with that: what it finds is the
    // store.
    const CoveredCells& of =
        is_now_weak && !checker_.is_compare_and_swap(record.place) ? covered.strong : covered.plain;
    const std::uint64_t earlier = of.is_empty() ? 0 : of.get(cell);
    // Two stores may have left the same, which is no longer known. A load that races with the last
    // strong write has been named.
    const bool are_stores = now.event->kind == AccessKind::write &&
                            checker_.places[Record::unpack(earlier).place].kind == now.event->kind;
    if (earlier != 0 && !are_stores && !(is_now_weak && conflicts(last, now)) &&
        conflicts(earlier, now))
      report_race(earlier, now);
  }
  if (!now.is_write || is_now_weak) return;
  if (was_weak) {
    covered.strong.forget(cell);
    if (checker_.places[record.place].kind == AccessKind::write &&
        !is_known_to_all(record, is_shared)) {
      covered.plain.put(cell, last);
    } else {
      covered.plain.forget(cell);
    }
  } else if (now.event->kind == AccessKind::atomic && now.event->is_result_used) {
    covered.strong.forget(cell);  // what it has found tells the warp who was there before
  } else if ((record.block != block_bits_ || record.warp != now.event->warp) &&
             !is_before(record, now)) {
    covered.strong.put(cell, last);
  }
}

}  // namespace warpscope::exec::checks
