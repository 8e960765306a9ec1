#include <fmt/format.h>

#include "record/derived.h"
#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Half again as many passes as needed.
constexpr double kConflictWays = 1.5;

double conflicts(const record::LineCounters& line) {
  return line_counter(line, kSharedLoadConflicts) + line_counter(line, kSharedStoreConflicts);
}

}  // namespace

void find_bank_conflicts(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto&, const auto& line) {
    const auto ways = record::metric_value(record::derived::kSharedConflictWays, line.counters);
    return conflicts(line) >= kFewestRequests && ways.value_or(0) >= kConflictWays ? *ways : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    record.findings.push_back(finding_at(
        entry, "shared-bank-conflict",
        fmt::format("{:.0f} extra passes through shared memory, {:.1f} passes for each one that is "
                    "needed (launch {}).",
                    conflicts(*entry.line), entry.badness, entry.launch->id)));
  }
}

}  // namespace warpscope::runner
