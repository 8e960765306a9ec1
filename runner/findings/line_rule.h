// What rules on per-line counters share: the launches' lines, and the worst launch of each line.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "findings/catalogue.h"
#include "record/capabilities.h"
#include "record/record.h"
#include "record/sample.h"

namespace warpscope::runner {

/// The floor of work: requests, or passes through shared memory, of a line in one launch, below
/// which rules give no warning. 256 requests are one for each warp of 8 full blocks; fewer are over
/// before anybody notices what they waste, and edges weigh too much in them.
inline constexpr double kFewestRequests = 256;

/// Value of a counter; 0 when absent.
inline double counter_value(const record::Counters& counters, std::string_view name) {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : static_cast<double>(found->second);
}
inline double line_counter(const record::LineCounters& line, std::string_view name) {
  return counter_value(line.counters, name);
}
/// Threads of a block, blocks of a grid.
inline double extent_of(const record::Dim3& size) { return double(size.x) * size.y * size.z; }
/// Those that were to run.
inline double warps_of(const record::Launch& launch) {
  return std::ceil(extent_of(launch.block) / 32) *
         static_cast<double>(record::blocks_to_run(launch));
}
inline double launch_counter(const record::Launch& launch, std::string_view name) {
  return counter_value(launch.counters, name);
}

/// What a launch that would never have ended wastes until it is stopped says nothing.
inline bool never_ends(const record::RunRecord& record, const record::Launch& launch) {
  return std::ranges::any_of(record.findings, [&](const record::Finding& finding) {
    return finding.launch == launch.id &&
           (finding.id == "endless-loop" || finding.id == "spin-without-progress" ||
            finding.id == "grid-larger-than-resident");
  });
}

/// For each source line, the launch where `badness` is largest and above 0; none for a device that
/// does not count lines.
struct WorstLine {
  const record::Launch* launch = nullptr;
  const record::LineCounters* line = nullptr;
  double badness = 0;
};
using Badness = std::function<double(const record::Launch&, const record::LineCounters&)>;
inline std::map<record::SourceLine, WorstLine> worst_lines(const record::RunRecord& record,
                                                           const Badness& badness) {
  std::map<record::SourceLine, WorstLine> worst;
  if (!record::counts_lines(record.device)) return worst;
  for (const auto& launch : record.launches) {
    if (never_ends(record, launch)) continue;
    for (const auto& line : launch.lines) {
      if (line.where.line == 0) continue;
      const double value = badness(launch, line);
      if (value <= 0) continue;
      auto& entry = worst[line.where];
      if (value > entry.badness) entry = {&launch, &line, value};
    }
  }
  return worst;
}

/// A finding at that line and launch.
inline record::Finding finding_at(const WorstLine& worst, std::string_view id, std::string cause) {
  auto finding = make_finding(id);
  finding.where = worst.line->where;
  finding.launch = worst.launch->id;
  finding.case_index = worst.launch->case_index;
  finding.cause = std::move(cause);
  return finding;
}

}  // namespace warpscope::runner
