#include "vgpu/timing/clock/line_stalls.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace warpscope::timing {
namespace {

struct Line {
  StallAccount::Cycles cycles{};
  std::map<exec::SourceLine, LineStalls::Cause> causes;
};

}  // namespace

LaunchStalls line_stalls(const MachineKernel& kernel, const StallAccount& account) {
  std::map<exec::SourceLine, Line> by_line;
  for (std::size_t i = 0; i < account.rows().size(); ++i) {
    const StallAccount::Row& row = account.rows()[i];
    if (std::accumulate(row.cycles.begin(), row.cycles.end(), std::uint64_t{0}) == 0) continue;
    Line& line = by_line[kernel.lines[i]];
    for (std::size_t stall = 0; stall < kStalls; ++stall) line.cycles[stall] += row.cycles[stall];
    for (const StallAccount::Cause& cause : row.causes) {
      LineStalls::Cause& of = line.causes[kernel.lines[cause.instruction]];
      of.cycles += cause.cycles;
      of.times += cause.times;
    }
  }
  LaunchStalls stalls;
  stalls.cycles = account.sum();
  stalls.sm_cycles = account.sm_cycles();
  for (const auto& [where, line] : by_line) {
    LineStalls& of = stalls.lines.emplace_back();
    of.where = where;
    of.cycles = line.cycles;
    for (const auto& [cause, sum] : line.causes)
      of.causes.push_back({cause, sum.cycles, sum.times});
    std::ranges::stable_sort(of.causes, std::greater{}, &LineStalls::Cause::cycles);
  }
  return stalls;
}

}  // namespace warpscope::timing
