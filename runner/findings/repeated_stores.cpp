#include <fmt/format.h>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Of the launch's requests to global memory, loads and stores together.
constexpr double kCostlyStores = 0.2;

double global_requests(const record::Launch& launch) {
  return launch_counter(launch, kLoadRequests) + launch_counter(launch, kStoreRequests);
}

}  // namespace

void find_repeated_stores(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double lost = line_counter(line, kRepeatedStores);
    return lost >= kFewestRequests && lost >= kCostlyStores * global_requests(launch) ? lost : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    record.findings.push_back(finding_at(
        entry, "accumulate-in-global",
        fmt::format("{:.0f} stores of this line are overwritten in the next round of the loop, by "
                    "the same thread and before anybody reads them: {:.0f} % of the requests to "
                    "global memory in launch {}.",
                    entry.badness, 100 * entry.badness / global_requests(*entry.launch),
                    entry.launch->id)));
  }
}

}  // namespace warpscope::runner
