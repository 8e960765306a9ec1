// What a launch did to global memory, from what the checks know of each cell.
#include <algorithm>
#include <unordered_set>

#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/checks/record.h"
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

}  // namespace

LaunchFootprint Checker::footprint() const {
  LaunchFootprint footprint;
  for (const auto& [address, cells] : cells_) {
    const memory::Allocation* allocation = memory_.find(address);
    if (allocation == nullptr) continue;
    const CellView view = view_of(*cells);
    const std::uint64_t first = address / cell_bytes_;
    for (std::uint64_t i = 0; i < view.count; ++i) {
      const std::uint64_t write = view.writes[i];
      if ((write | view.reads[i]) == 0) continue;
      const Place& place = places[Record::unpack(write != 0 ? write : view.reads[i]).place];
      LaunchFootprint::Span span{(first + i) * cell_bytes_, (first + i + 1) * cell_bytes_,
                                 write != 0, is_strong(place)};
      auto& spans = footprint.spans;
      const bool goes_on = !spans.empty() && spans.back().end == span.begin &&
                           spans.back().is_write == span.is_write &&
                           spans.back().is_strong == span.is_strong;
      if (goes_on) {
        spans.back().end = span.end;
      } else if (spans.size() < kMostSpans) {
        spans.push_back(span);
      }
    }
    const memory::WrittenBytes* written = allocation->written.get();
    const bool is_counted = written != nullptr && view.count <= kMostCountedCells &&
                            !written->has_all(0, written->size_bytes());
    if (is_counted) count_writers(address, view, footprint);
  }
  return footprint;
}

void Checker::count_writers(std::uint64_t address, const CellView& view,
                            LaunchFootprint& footprint) const {
  LaunchFootprint::Stored stored{address, 0, 0};
  std::unordered_set<std::uint64_t> threads;
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < view.count; ++i) {
    const std::uint64_t write = view.writes[i];
    if (write == 0) continue;
    const std::uint32_t bytes = places[Record::unpack(write).place].size_bytes;
    stored.widest_bytes = std::max(stored.widest_bytes, bytes);
    const std::uint64_t thread = (write & Record::kThreadOfPacked) + 1;
    if (thread != last) threads.insert(thread);
    last = thread;
  }
  stored.writers = threads.size();
  if (stored.writers != 0) footprint.stored.push_back(stored);
}

}  // namespace warpscope::exec::checks
