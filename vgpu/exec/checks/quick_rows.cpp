// Loads and stores that are most of what a good kernel does: a whole row by a warp, where it is
// plain that nothing conflicts and all is written.
//
// The same as the rest of access() does with them, in a fraction of the time. Whatever is not plain
// is left to it.
#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint64_t kWrittenWordBytes = 64;

inline bool is_in_array(const Checker& checker, std::int32_t number, std::uint64_t first,
                        std::uint64_t bytes) {
  if (number < 0) return true;
  const Kernel::SharedArray& array = checker.shared_array(number);
  return array.size_bytes == 0 ||
         (first >= array.offset && first + bytes <= array.offset + array.size_bytes);
}

}  // namespace

bool BlockChecker::is_done_quickly(const AccessEvent& event, std::uint32_t place) {
  const bool is_write = event.kind == AccessKind::write;
  if (!layout_.is_row() || event.ordering != Ordering::weak ||
      !(is_write || event.kind == AccessKind::read) || event.space == ptx::Space::local ||
      !unwritten_reads_[event.warp].empty())
    return false;
  const bool is_shared = event.space == ptx::Space::shared;
  const std::uint64_t bytes = std::uint64_t{kRowCells} << checker_.cell_shift();
  const std::uint64_t first = layout_.row * bytes;
  RowWords words;
  memory::WrittenBytes* written = nullptr;
  std::uint64_t base = 0;
  if (is_shared) {
    if (has_copies_ || first + bytes > shared_bytes_ ||
        !is_in_array(checker_, event.shared_array, first, bytes))
      return false;
    words = {shared_cells_.writes.at(layout_.row), shared_cells_.reads.at(layout_.row),
             shared_cells_.other_reads.at(layout_.row)};
    written = &shared_written_;
  } else {
    const GlobalPiece& piece = checker_.piece(place, first);
    if (!piece.holds(first, bytes)) return false;
    const std::uint64_t row = layout_.row - piece.first_cell / kRowCells;
    words = {piece.writes.at(row), piece.reads.at(row), &no_record_};
    written = piece.written;
    base = piece.begin;
    if (!piece.settled.is_empty(row)) return false;
  }
  const std::uint64_t offset = first - base;
  if (written != nullptr && ((offset | bytes) % kWrittenWordBytes != 0 ||
                             !(is_write || written->has_all_words(offset, bytes))))
    return false;
  const std::uint64_t own = own_record(place, event.warp) | std::uint64_t{layout_.shape}
                                                                << Record::kLaneShift;
  if (!pass_row(words, is_write, event.warp, own, is_shared ? ~std::uint64_t{0} : 0)) return false;
  if (is_write && written != nullptr) written->mark_words(offset, bytes);
  remember(event, place);
  return true;
}

bool BlockChecker::pass_row(const RowWords& words, bool is_write, std::uint32_t warp,
                            std::uint64_t own, std::uint64_t others) {
  harmless_ = {order_.known_of_others(warp), order_.known_of_own(warp), others};
  const auto is_harmless = [&](std::uint64_t word) {
    if (word == 0 || ((word ^ own) & Record::kThreadOfPacked) == 0) return true;
    return !RecordRows::is_apart(word) && harmless_.differs(word, own) == 0;
  };
  if (!is_harmless(*words.write) || !is_harmless(*words.read)) return false;
  const bool is_shared = others != 0;
  const CoveredWrites& covered = is_shared ? shared_covered_ : checker_.covered;
  const auto place = static_cast<std::uint32_t>(own & Record::kPlaceOfPacked);
  if (may_be_covered(place, is_write, covered, *words.write, is_shared)) return false;
  if (is_write) {
    if (!is_harmless(*words.other_read)) return false;
    *words.write = own;
    *words.read = 0;
    *words.other_read = 0;
    partial_ = {};
  } else {
    *words.read = own;
  }
  return true;
}

// The first time that an instruction comes here it has no number yet, and goes the other way.
Answer BlockChecker::on(const LineAccess& access) {
  constexpr std::uint32_t kLineBytes = 128, kWordBytes = 4;
  const std::uint32_t row = access.first / kLineBytes, begin = row * kLineBytes;
  const std::uint32_t shape = row_shape::exchanged_by(access.first / kWordBytes % kRowCells);
  const std::uint32_t place = checker_.places.find(
      access.instruction, access.is_store ? AccessKind::write : AccessKind::read);
  if (place == 0 || shape == row_shape::kNone || checker_.cell_bytes() != kWordBytes ||
      !checker_.has_rows || has_copies_ || !unwritten_reads_[access.warp].empty() ||
      begin + kLineBytes > shared_bytes_ ||
      !is_in_array(checker_, access.shared_array, begin, kLineBytes) ||
      !(access.is_store || shared_written_.has_all_words(begin, kLineBytes)))
    return Answer::in_full;
  const std::uint64_t own = own_record(place, access.warp) | std::uint64_t{shape}
                                                                 << Record::kLaneShift;
  const RowWords words{shared_cells_.writes.at(row), shared_cells_.reads.at(row),
                       shared_cells_.other_reads.at(row)};
  if (!checker_.has_looks_left() ||
      !pass_row(words, access.is_store, access.warp, own, ~std::uint64_t{0}))
    return Answer::in_full;
  checker_.may_look();
  remember_visit(access.warp, place, kFullMask);
  if (access.is_store) {
    shared_written_.mark_words(begin, kLineBytes);
    return Answer::taken;
  }
  LastRead& last = last_reads_[access.warp].next();
  last.place = place;
  last.lanes = kFullMask;
  last.pattern = AddressPattern::exchanged;
  last.size_bytes = kWordBytes;
  last.addresses[0] = access.first;
  return Answer::taken;
}

}  // namespace warpscope::exec::checks
