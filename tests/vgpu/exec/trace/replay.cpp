#include "tests/vgpu/exec/trace/replay.h"

#include <bit>

#include "vgpu/exec/launch_result.h"
#include "vgpu/exec/trace/trace_reader.h"

namespace warpscope::exec::test {
namespace {

void add(Replay& replay, const BlockEntry& entry) {
  ++replay.blocks.at(entry.block).executions;
  replay.blocks.at(entry.block).lanes += static_cast<std::uint64_t>(std::popcount(entry.lanes));
}

void add(Replay& replay, const TracedAccess& access) {
  replay.sites.at(access.site).add(access.counts);
  for (const SectorRun& run : access.runs) replay.sectors.at(access.site) += run.count;
}

void add(Replay& replay, const BarrierRecord& barrier) {
  ++replay.sites.at(barrier.site).instructions;
}

void add(Replay& replay, const MbarrierRecord& mbarrier) {
  const auto lanes = static_cast<std::uint64_t>(std::popcount(mbarrier.lanes));
  using Kind = MbarrierRecord::Kind;
  if (mbarrier.kind == Kind::wait) replay.mbarrier_waits += lanes;
  if (mbarrier.kind == Kind::init) replay.mbarrier_expected += mbarrier.count;
  if (mbarrier.kind != Kind::arrival) return;
  replay.mbarrier_arrivals += mbarrier.count;
  replay.mbarrier_bytes += mbarrier.bytes;
}

void add(Replay& replay, const BulkCopyRecord& copy) { replay.copied_bytes += copy.bytes; }

// They count nothing.
void add(Replay& /*replay*/, const ClockRecord& /*clock*/) {}
void add(Replay& /*replay*/, const PauseRecord& /*pause*/) {}
void add(Replay& /*replay*/, const RareOperandsRecord& /*rare*/) {}

}  // namespace

Replay replay(const LaunchTrace& trace) {
  Replay result;
  result.sites.resize(trace.sites().size());
  result.sectors.resize(trace.sites().size());
  result.blocks.resize(trace.basic_blocks().size());
  for (const auto& [number, block] : trace.blocks()) {
    for (std::size_t warp = 0; warp < block.warp_end.size(); ++warp) {
      TraceReader reader(block.warp(warp));
      for (auto record = reader.next(); record; record = reader.next()) {
        ++result.records;
        std::visit([&](const auto& each) { add(result, each); }, *record);
      }
    }
  }
  return result;
}

CounterValues counters_of(const Kernel& kernel, const Replay& replay) {
  std::vector<AccessCounters> sites = replay.sites;
  // Who enters a block comes to the branch at its end.
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (kernel.sites[i].kind != AccessSite::Kind::branch) continue;
    for (std::size_t k = 0; k < kernel.blocks.size(); ++k) {
      if (kernel.sites[i].instruction + 1 == kernel.blocks[k].end)
        sites[i].instructions = replay.blocks[k].executions;
    }
  }
  CounterValues sum;
  for (const CounterValues& values : counts_by_instruction(kernel, sites, replay.blocks))
    sum += values;
  return sum;
}

}  // namespace warpscope::exec::test
