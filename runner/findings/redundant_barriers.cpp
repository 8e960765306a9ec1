#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Of each warp. A barrier costs some thirty cycles; and what a few rounds do not share, more
/// might.
constexpr double kFewestBarrierRounds = 8;
/// Of the launch's instructions: each warp waits for the slowest of its block.
constexpr double kCostlyBarriers = 0.02;

struct BarrierLine {
  const record::Launch* launch = nullptr;  ///< with most of them
  double barriers = 0;                     ///< in it
  bool is_needed = false;                  ///< in some launch
};

std::map<record::SourceLine, BarrierLine> barrier_lines(const record::RunRecord& record) {
  std::map<record::SourceLine, BarrierLine> lines;
  for (const auto& launch : record.launches) {
    for (const auto& line : launch.lines) {
      const double all = line_counter(line, kBarriers);
      if (all == 0) continue;
      auto& entry = lines[line.where];
      if (line_counter(line, kUnneededBarriers) < all) entry.is_needed = true;
      if (all > entry.barriers) {
        entry.launch = &launch;
        entry.barriers = all;
      }
    }
  }
  return lines;
}

}  // namespace

void find_redundant_barriers(record::RunRecord& record) {
  for (const auto& [where, line] : barrier_lines(record)) {
    if (line.is_needed || extent_of(line.launch->block) <= 32) continue;
    if (line.barriers < kFewestBarrierRounds * warps_of(*line.launch) ||
        line.barriers < kCostlyBarriers * launch_counter(*line.launch, kInstructions))
      continue;
    // What it should order lies where nobody else sees it.
    const bool is_explained = std::ranges::any_of(record.findings, [&](const auto& other) {
      return other.id == "missing-shared-qualifier" && other.launch == line.launch->id;
    });
    if (is_explained) continue;
    auto finding = make_finding("redundant-barrier");
    finding.where = where;
    finding.launch = line.launch->id;
    finding.case_index = line.launch->case_index;
    finding.cause = fmt::format(
        "Each warp waits here {:.0f} times in launch {}, and no thread reads or overwrites behind "
        "the barrier what another one has touched before it, but for what another barrier orders "
        "anyway.",
        line.barriers / warps_of(*line.launch), line.launch->id);
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
