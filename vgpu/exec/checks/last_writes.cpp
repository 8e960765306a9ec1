// Which lines a launch's writes to global memory came from.
#include <limits>
#include <map>
#include <vector>

#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/checks/record.h"
#include "vgpu/exec/checks/record_rows.h"

namespace warpscope::exec::checks {
namespace {

/// Of an allocation: lines that take turns in a large array have as many.
constexpr std::size_t kMostRuns = 4096;
constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max() - 1;

/// Gathers an allocation's runs, cell by cell or many cells at once, in their order.
class Runs {
 public:
  Runs(std::uint64_t address, std::uint64_t cell_bytes)
      : part_{address, {}, true}, cell_bytes_(cell_bytes) {}
  /// Cells from `cell` on, up to the next call's.
  void go_on(std::uint64_t cell, std::uint32_t line) {
    if (line == line_) return;
    end(cell);
    line_ = line;
    begin_ = cell;
  }
  LastWrites::Part take(std::uint64_t cells) {
    end(cells);
    if (!part_.is_whole) part_.runs.clear();
    return std::move(part_);
  }

 private:
  void end(std::uint64_t cell) {
    if (line_ == kNobody) return;
    part_.is_whole = part_.is_whole && part_.runs.size() < kMostRuns;
    if (part_.is_whole) part_.runs.push_back({begin_ * cell_bytes_, cell * cell_bytes_, line_});
  }

  LastWrites::Part part_;
  std::uint64_t cell_bytes_, begin_ = 0;
  std::uint32_t line_ = kNobody;
};

}  // namespace

// Of a compare-and-swap nobody knows here whether it has swapped.
std::vector<std::uint32_t> Checker::lines_of_places(std::vector<SourceLine>& lines) const {
  std::map<SourceLine, std::uint32_t> numbers;
  std::vector<std::uint32_t> of_places(places.size(), LastWrites::Run::kUnknown);
  of_places[0] = kNobody;
  for (std::uint32_t i = 1; i < places.size(); ++i) {
    const Place& place = places[i];
    if (!place.is_known() || !place.is_write() || is_compare_and_swap(i)) continue;
    const SourceLine where = attribute(program_, *kernel_.function_of(place.instruction).function,
                                       kernel_.instruction(place.instruction));
    if (where.line == 0) continue;
    const auto [found, is_new] =
        numbers.try_emplace(where, static_cast<std::uint32_t>(lines.size()));
    if (is_new) lines.push_back(where);
    of_places[i] = found->second;
  }
  return of_places;
}

LastWrites Checker::last_writes() const {
  LastWrites all;
  all.is_whole = !has_stopped_ && !has_written_parts_ && !pool.has_lost_write();
  if (!all.is_whole) return all;
  const std::vector<std::uint32_t> lines = lines_of_places(all.lines);
  const auto line_of = [&](std::uint64_t record) { return lines[record & Record::kPlaceOfPacked]; };
  for (const auto& [address, cells] : cells_) {
    const CellView view = view_of(*cells, nullptr);
    const std::uint64_t count = view.rows * kRowCells;
    const std::uint64_t first = address / cell_bytes() / kRowCells * kRowCells;
    Runs runs(address, cell_bytes());
    for (std::uint64_t cell = 0; cell < count; cell += kRowCells) {
      const std::uint64_t word = view.writes.word(cell / kRowCells);
      if (!RecordRows::is_apart(word)) {
        runs.go_on(first + cell, line_of(word));
        continue;
      }
      RecordRows::Cells room;
      const std::uint64_t* records = RecordRows::cells_of(word, room);
      for (std::uint32_t i = 0; i < kRowCells; ++i)
        runs.go_on(first + cell + i, line_of(records[i]));
    }
    LastWrites::Part part = runs.take(first + count);
    if (!part.is_whole || !part.runs.empty()) all.parts.push_back(std::move(part));
  }
  return all;
}

}  // namespace warpscope::exec::checks
