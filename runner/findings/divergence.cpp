#include <fmt/format.h>

#include "record/derived.h"
#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

constexpr double kFewestDivergentBranches = 64;
/// A guard diverges in one warp of a launch, this in every fourth.
constexpr double kDivergentShare = 0.25;
/// Lanes of 32 below which the launch as a whole suffers.
constexpr double kFewLanes = 24;

}  // namespace

void find_divergence(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double divergent = line_counter(line, kDivergentBranches);
    const double branches = line_counter(line, kBranches);
    const auto lanes = record::metric_value(record::derived::kLanesPerInstruction, launch.counters);
    const bool is_costly = lanes.value_or(kFewLanes) < kFewLanes;
    const bool is_frequent =
        divergent >= kFewestDivergentBranches && divergent >= kDivergentShare * branches;
    return is_costly && is_frequent ? divergent : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    const auto lanes =
        record::metric_value(record::derived::kLanesPerInstruction, entry.launch->counters);
    record.findings.push_back(finding_at(
        entry, "warp-divergence",
        fmt::format("{:.0f} of {:.0f} branches split their warp; {:.1f} of 32 lanes are active on "
                    "average in launch {}.",
                    entry.badness, line_counter(*entry.line, kBranches), lanes.value_or(0),
                    entry.launch->id)));
  }
}

}  // namespace warpscope::runner
