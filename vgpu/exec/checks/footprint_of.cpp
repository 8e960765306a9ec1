// What a launch did to global memory, from what the checks know of each cell.
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/checks/record.h"
#include "vgpu/exec/checks/record_rows.h"
#include "vgpu/memory/written_bytes.h"

namespace warpscope::exec::checks {
namespace {

/// A kernel that touches every other word of large arrays has as many spans.
constexpr std::size_t kMostSpans = 1U << 16;
/// Threads are counted in arrays of at most so many cells.
constexpr std::uint64_t kMostCountedCells = 1U << 20;

bool is_strong(const Place& place) {
  return place.kind == AccessKind::atomic || place.is_strong(true);
}

/// Adds a span, or makes the last one longer.
void append(const LaunchFootprint::Span& span, std::vector<LaunchFootprint::Span>& spans) {
  const bool goes_on = !spans.empty() && spans.back().end == span.begin &&
                       spans.back().is_write == span.is_write &&
                       spans.back().is_strong == span.is_strong;
  if (goes_on) {
    spans.back().end = span.end;
  } else if (spans.size() < kMostSpans) {
    spans.push_back(span);
  }
}

/// Which lanes a row of each shape has, a bit each; "many lanes" count as one more.
using LanesOfShape = std::array<std::uint64_t, row_shape::kCount>;
constexpr LanesOfShape make_lanes_of_shapes() {
  LanesOfShape lanes{};
  for (std::uint32_t shape = 0; shape < row_shape::kCount; ++shape) {
    for (const std::uint8_t lane : row_shape::kLaneOfCell[shape])
      lanes[shape] |= std::uint64_t{1} << lane;
  }
  return lanes;
}
constexpr LanesOfShape kLanesOfShape = make_lanes_of_shapes();

/// Lanes of a warp, whose place in a record is without them.
struct LanesOfWarp {
  std::uint64_t warp = 0, lanes = 0;
};

std::uint64_t count_threads(std::vector<LanesOfWarp>& all) {
  const bool is_ordered = std::ranges::is_sorted(all, {}, &LanesOfWarp::warp);
  if (!is_ordered) std::ranges::sort(all, {}, &LanesOfWarp::warp);
  std::uint64_t threads = 0;
  for (std::size_t i = 0; i < all.size();) {
    std::uint64_t lanes = 0;
    const std::uint64_t warp = all[i].warp;
    for (; i < all.size() && all[i].warp == warp; ++i) lanes |= all[i].lanes;
    threads += static_cast<std::uint64_t>(std::popcount(lanes));
  }
  return threads;
}

}  // namespace

// Cells that the same instruction used last are taken together: that is quick to see.
void Checker::add_spans(const CellView& view, std::uint64_t first,
                        std::vector<LaunchFootprint::Span>& spans) const {
  constexpr std::uint64_t kPlace = (1U << Record::kPlaceBits) - 1;
  constexpr std::uint64_t kIsWrite = kPlace + 1;
  std::uint64_t last = 0;
  std::uint64_t begin = 0;
  const auto end_run = [&](std::uint64_t end) {
    if (last == 0) return;
    const Place& place = places[last & kPlace];
    append({(first + begin) * cell_bytes(), (first + end) * cell_bytes(), (last & kIsWrite) != 0,
            is_strong(place)},
           spans);
  };
  const auto go_on = [&](std::uint64_t cell, std::uint64_t write, std::uint64_t read) {
    const std::uint64_t use = write != 0 ? (write & kPlace) | kIsWrite : read & kPlace;
    if (use == last) return;
    end_run(cell);
    last = use;
    begin = cell;
  };
  for (std::uint64_t row = 0; row < view.rows; ++row) {
    const std::uint64_t write = view.writes.word(row), read = view.reads.word(row);
    const bool is_one = !RecordRows::is_apart(write) && !RecordRows::is_apart(read);
    if (is_one) go_on(row * kRowCells, write, read);
    for (std::uint64_t cell = row * kRowCells; !is_one && cell < (row + 1) * kRowCells; ++cell)
      go_on(cell, view.writes.get(cell), view.reads.get(cell));
  }
  end_run(view.rows * kRowCells);
}

LaunchFootprint Checker::footprint() const {
  LaunchFootprint footprint;
  footprint.is_whole = !has_stopped_;
  for (const auto& [address, cells] : cells_) {
    const memory::Allocation* allocation = memory_.find(address);
    if (allocation == nullptr) continue;
    const CellView view = view_of(*cells, nullptr);
    add_spans(view, address / cell_bytes() / kRowCells * kRowCells, footprint.spans);
    const memory::WrittenBytes* written = allocation->written.get();
    const bool is_counted = written != nullptr && view.rows * kRowCells <= kMostCountedCells &&
                            !written->has_all(0, written->size_bytes());
    if (is_counted) count_writers(address, view, footprint);
  }
  footprint.is_whole = footprint.is_whole && footprint.spans.size() < kMostSpans;
  footprint.last_writes = last_writes();
  return footprint;
}

// A warp mostly writes whole rows, one behind the other.
void Checker::count_writers(std::uint64_t address, const CellView& view,
                            LaunchFootprint& footprint) const {
  LaunchFootprint::Stored stored{.address = address};
  std::vector<LanesOfWarp> all;
  const auto add = [&](std::uint64_t write, std::uint64_t lanes) {
    stored.widest_bytes =
        std::max(stored.widest_bytes, places[write & Record::kPlaceOfPacked].size_bytes);
    const std::uint64_t warp = write & (Record::kThreadOfPacked & ~Record::kLaneOfPacked);
    if (all.empty() || all.back().warp != warp) all.push_back({warp, 0});
    all.back().lanes |= lanes;
  };
  for (std::uint64_t row = 0; row < view.rows; ++row) {
    const std::uint64_t word = view.writes.word(row);
    if (word == 0) continue;
    if (!RecordRows::is_apart(word)) {
      add(word, kLanesOfShape[RecordRows::shape(word)]);
      continue;
    }
    RecordRows::Cells room;
    const std::uint64_t* cells = RecordRows::cells_of(word, room);
    for (std::uint32_t cell = 0; cell < kRowCells; ++cell) {
      if (cells[cell] != 0) add(cells[cell], std::uint64_t{1} << RecordRows::shape(cells[cell]));
    }
  }
  stored.writers = count_threads(all);
  stored.is_of_one_block = std::ranges::all_of(all, [&](const LanesOfWarp& of) {
    return ((of.warp ^ all.front().warp) & Record::kBlockOfPacked) == 0;
  });
  if (stored.writers != 0) footprint.stored.push_back(stored);
}

}  // namespace warpscope::exec::checks
