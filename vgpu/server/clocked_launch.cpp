#include "vgpu/server/clocked_launch.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::device {
namespace {

record::Counters by_state(const timing::StallAccount::Cycles& cycles) {
  record::Counters counters;
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    if (cycles[i] != 0)
      counters[std::string(timing::name(static_cast<timing::Stall>(i)))] = cycles[i];
  }
  return counters;
}

std::map<std::string, double> by_part(const std::vector<timing::PartUse>& use) {
  std::map<std::string, double> shares;
  for (const timing::PartUse& part : use) shares[part.part] = part.share;
  return shares;
}

static_assert(static_cast<int>(record::ClockTimeline::Transfer::Kind::loads) ==
              static_cast<int>(timing::BlockTransfers::Kind::loads));

void add_transfers(const timing::BlockTransfers& block, record::ClockTimeline& timeline) {
  std::vector<timing::BlockTransfers::Transfer> transfers = block.transfers();
  std::ranges::stable_sort(transfers, {}, &timing::BlockTransfers::Transfer::asked);
  for (const auto& transfer : transfers) {
    timeline.transfers.push_back(
        {static_cast<record::ClockTimeline::Transfer::Kind>(transfer.kind), block.block(),
         transfer.stage, transfer.asking_warps, transfer.using_warps, transfer.requests,
         transfer.bytes,
         timing::cycle_of(transfer.byte_ticks / std::max<std::uint64_t>(1, transfer.bytes)),
         timing::cycle_of(transfer.asked), timing::cycle_of(transfer.arrived),
         timing::cycle_of(transfer.used), timing::cycle_of(transfer.given_back)});
  }
  timeline.transfers_left_out += block.left_out();
}

record::SourceLine place(const exec::SourceLine& where) { return {where.file, where.line}; }

}  // namespace

record::ClockedLaunch clocked_launch(const timing::TimedLaunch& timed) {
  constexpr std::size_t kMostCauses = 4;
  record::ClockedLaunch launch;
  launch.sms = timed.sms;
  launch.tail_cycles = timed.tail_cycles;
  launch.sm_cycles = timed.stalls.sm_cycles;
  launch.warp_cycles = by_state(timed.stalls.cycles);
  for (const timing::LineStalls& line : timed.stalls.lines) {
    if (line.where.line == 0) continue;
    auto& of = launch.lines.emplace_back();
    of.where = place(line.where);
    of.warp_cycles = by_state(line.cycles);
    for (const timing::LineStalls::Cause& cause : line.causes) {
      if (of.waits_for.size() == kMostCauses) break;
      if (cause.where.line != 0)
        of.waits_for.push_back({place(cause.where), cause.cycles, cause.times});
    }
  }
  launch.use = by_part(timed.use);
  return launch;
}

record::ClockTimeline timeline_of(const timing::LaunchTimeline& timeline, std::uint64_t cycles) {
  record::ClockTimeline of;
  for (const timing::LaunchTimeline::Block& block : timeline.blocks())
    of.blocks.push_back({block.number, block.sm, block.begin, std::max(block.begin, block.end)});
  of.blocks_left_out = timeline.blocks_left_out();
  for (std::size_t i = 0; i < timing::kStalls; ++i)
    of.states.emplace_back(timing::name(static_cast<timing::Stall>(i)));
  for (const timing::LaunchTimeline::Warp& warp : timeline.warps()) {
    auto& to = of.warps.emplace_back();
    to.block = warp.block;
    to.warp = warp.number;
    to.begin_cycle = warp.spans.begin();
    for (const auto& [state, span_cycles] : warp.spans.spans()) {
      to.spans.push_back(static_cast<std::uint64_t>(state));
      to.spans.push_back(span_cycles);
    }
  }
  for (const timing::BlockTransfers& block : timeline.transfers()) add_transfers(block, of);
  timing::InFlight in_flight = timeline.in_flight();
  auto curve = in_flight.curve(cycles);
  of.interval_cycles = curve.interval_cycles;
  of.bytes_in_flight = std::move(curve.bytes);
  return of;
}

record::ClockedLaunch::WhatIf what_if(const timing::TriedChange& tried) {
  return {std::string(timing::name(tried.change)), tried.launch.duration_s,
          by_state(tried.launch.stalls.cycles), by_part(tried.launch.use)};
}

}  // namespace warpscope::device
