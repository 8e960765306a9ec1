#include <fmt/format.h>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Requests for each place by a block: 5 of 6 are without need. A stencil of five points makes
/// fewer.
constexpr double kFewestTimes = 6;
/// In each warp: a kernel that loads a constant once in every thread needs no tile.
constexpr double kFewestRequestsOfWarp = 8;
/// Of the launch's sectors, loads and stores together.
constexpr double kMostOfLaunch = 0.5;

double times(const record::LineCounters& line) {
  const double distinct = line_counter(line, kSampledDistinctLoads);
  return distinct > 0 ? line_counter(line, kSampledLoads) / distinct : 0;
}

}  // namespace

void find_repeated_loads(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double requests = line_counter(line, kLoadRequests);
    const double sectors =
        launch_counter(launch, kLoadSectors) + launch_counter(launch, kStoreSectors);
    const bool is_tiled = launch.static_shared_bytes + launch.dynamic_shared_bytes > 0;
    if (is_tiled || requests < kFewestRequests ||
        requests < kFewestRequestsOfWarp * warps_of(launch) || times(line) < kFewestTimes)
      return 0.0;
    const double loaded = line_counter(line, kLoadSectors);
    return loaded >= kMostOfLaunch * sectors ? loaded : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    record.findings.push_back(finding_at(
        entry, "no-tiling",
        fmt::format("In launch {} a block asks for each place of its data {:.1f} times "
                    "here, in {:.0f} requests of each warp.",
                    entry.launch->id, times(*entry.line),
                    line_counter(*entry.line, kLoadRequests) / warps_of(*entry.launch))));
  }
}

}  // namespace warpscope::runner
