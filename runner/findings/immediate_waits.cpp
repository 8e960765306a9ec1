#include <fmt/format.h>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Of each warp. A block that copies its data once, or a table and then its data, has nothing to do
/// meanwhile.
constexpr double kFewestRounds = 4;
}  // namespace

void find_immediate_waits(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double waits = line_counter(line, kImmediateWaits);
    return waits >= kFewestRequests && waits >= kFewestRounds * warps_of(launch) ? waits : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    record.findings.push_back(
        finding_at(entry, "single-buffered-transfers",
                   fmt::format("{:.0f} times in each warp an asynchronous copy is asked for and "
                               "waited for at once: nothing is computed while it is under way, "
                               "unless other blocks of the multiprocessor do (launch {}).",
                               entry.badness / warps_of(*entry.launch), entry.launch->id)));
  }
}

}  // namespace warpscope::runner
