#include "vgpu/server/clocked_launch.h"

#include <algorithm>
#include <string>

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

record::SourceLine place(const exec::SourceLine& where) { return {where.file, where.line}; }

}  // namespace

record::ClockedLaunch clocked_launch(const timing::TimedLaunch& timed) {
  constexpr std::size_t kMostCauses = 4;
  record::ClockedLaunch launch;
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
  for (const timing::PartUse& part : timed.use) launch.use[std::string(part.part)] = part.share;
  return launch;
}

}  // namespace warpscope::device
