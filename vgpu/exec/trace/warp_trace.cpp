#include "vgpu/exec/trace/warp_trace.h"

#include <algorithm>

namespace warpscope::exec {

void WarpTrace::begin(std::size_t sites) {
  used_ = 0;
  lanes_ = 0;
  pending_.clear();
  last_.resize(sites);
  ++number_;
}

void WarpTrace::add_sectors(std::uint32_t site, std::uint64_t* sectors, std::size_t count) {
  if (!std::is_sorted(sectors, sectors + count)) std::sort(sectors, sectors + count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || sectors[i] != sectors[i - 1]) add_run(site, sectors[i], 1);
  }
}

void WarpTrace::end_access(std::uint32_t site, std::uint32_t lanes, const AccessCounters& counts) {
  runs_.clear();
  std::uint64_t first = 0;
  for (const Pending& each : pending_) {
    if (each.site != site) continue;
    if (runs_.empty()) first = each.run.first;
    runs_.push_back({each.run.first - first, each.run.count});
  }
  Last& last = last_[site];
  TracedShape& shape = last.shape;
  if (last.warp == number_ && shape.lanes == lanes && shape.counts == counts &&
      shape.runs == runs_) {
    number(std::uint64_t{site} << 3 | kind(TraceKind::access_as_before));
    if (!runs_.empty()) difference(first, shape.first);
    shape.first = first;
    return;
  }
  last.warp = number_;
  shape.lanes = lanes;
  shape.counts = counts;
  shape.first = first;
  shape.runs.swap(runs_);
  number(std::uint64_t{site} << 3 | kind(TraceKind::access));
  number(lanes == lanes_ ? 1 : std::uint64_t{lanes} << 1);
  number(counts.instructions);
  number(counts.requests);
  number(counts.bytes);
  number(counts.units);
  number(counts.more_units);
  number(shape.runs.size());
  if (shape.runs.empty()) return;
  number(first);
  std::uint64_t end = 0;
  for (const SectorRun& run : shape.runs) {
    difference(run.first, end);
    number(run.count);
    end = run.first + run.count;
  }
}

void WarpTrace::barrier(const BarrierRecord& record) {
  number(std::uint64_t{record.site} << 3 | kind(TraceKind::barrier));
  number(record.lanes);
  number(record.barrier);
  number(record.threads);
  number(record.waits ? 1 : 0);
}

void WarpTrace::mbarrier(const MbarrierRecord& record) {
  const std::uint64_t flags = (record.waits ? 1U : 0U) | (record.parity ? 2U : 0U);
  number(flags << 3 | kind(TraceKind::mbarrier));
  number(record.lanes);
  number(record.offset);
}

}  // namespace warpscope::exec
