#include <fmt/format.h>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Of each warp.
constexpr double kFewestTurns = 8;

}  // namespace

void find_turns(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double turns = line_counter(line, kBarriersOfTurns);
    const bool is_most = turns >= line_counter(line, kBarriers) / 2;
    return is_most && turns >= kFewestTurns * warps_of(launch) ? turns : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    record.findings.push_back(
        finding_at(entry, "single-buffered-transfers",
                   fmt::format("{:.0f} times in a block some warps fill shared memory while the "
                               "others wait here, and then wait while the others use it (launch "
                               "{}).",
                               entry.badness / warps_of(*entry.launch), entry.launch->id)));
  }
}

}  // namespace warpscope::runner
