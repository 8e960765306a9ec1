#include <fmt/format.h>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Of the sectors that the launch moves between its threads and L1, a line's share: below, an array
/// in registers would hardly be noticed.
constexpr double kCostlyLocal = 0.1;

double local_sectors(const record::Counters& counters) {
  return counter_value(counters, kLocalLoadSectors) + counter_value(counters, kLocalStoreSectors);
}

double all_sectors(const record::Launch& launch) {
  return local_sectors(launch.counters) + launch_counter(launch, kLoadSectors) +
         launch_counter(launch, kStoreSectors);
}

}  // namespace

void find_local_memory(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    // What a call of printf or of a function hands over is stored, and not loaded by the kernel.
    if (launch_counter(launch, kLocalLoadInstructions) < kFewestRequests) return 0.0;
    const double instructions =
        line_counter(line, kLocalLoadInstructions) + line_counter(line, kLocalStoreInstructions);
    const double sectors = local_sectors(line.counters);
    return instructions >= kFewestRequests && sectors >= kCostlyLocal * all_sectors(launch)
               ? sectors
               : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    record.findings.push_back(finding_at(
        entry, "local-memory-traffic",
        fmt::format("An array of each thread lies in local memory, because its index is not known "
                    "when the kernel is compiled: this line moves {:.0f} sectors of it, {:.0f} % "
                    "of all in launch {}.",
                    entry.badness, 100 * entry.badness / all_sectors(*entry.launch),
                    entry.launch->id)));
  }
}

}  // namespace warpscope::runner
