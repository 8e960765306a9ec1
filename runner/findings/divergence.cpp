#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/derived.h"
#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// A launch suffers when a quarter of the lanes that its warps have do nothing on average. A guard
/// in the last block, or a tail for one lane of a warp, costs a few hundredths.
constexpr double kMostLanesShare = 0.75;
/// What the idle lanes could have done, in instructions of whole warps: 128 warps with 32 each.
/// Less is over before it is noticed.
constexpr double kFewestLostInstructions = 4096;
/// A line matters when warps split there at least once in four; a guard splits one warp in all. Not
/// compared with the line's branches: of a loop's, only those diverge at which a lane leaves, and
/// the loss comes after.
constexpr double kSplitsPerWarp = 0.25;
constexpr double kFewestSplits = 64;
/// Of the launch's divergent branches.
constexpr double kShareOfLaunch = 0.1;
constexpr double kLanesOfWarp = 32;
/// What one lane may do for its warp: write a sum or a vote that all of it have computed. A loop of
/// one lane takes more.
constexpr double kMostOfOneLanePerWarp = 16;
/// Splits of a launch for each such store; more by a guard's in the last block.
constexpr double kSplitsForStores = 1.05;
/// On average over the warps of a line that only one lane of each comes to.
constexpr double kOneLane = 1.01;
/// A store of one lane, with what it tells apart from one of several: no vector.
constexpr double kMostBytesOfOneLane = 8;

double counter_of(const record::Launch& launch, std::string_view name) {
  const auto found = launch.counters.find(name);
  return found == launch.counters.end() ? 0 : static_cast<double>(found->second);
}

struct WarpShape {
  double warps = 0;
  double lanes = 0;  ///< that a warp has on average: fewer than 32 in blocks with a partial warp
};
WarpShape warp_shape(const record::Launch& launch) {
  const auto threads = double(launch.block.x) * launch.block.y * launch.block.z;
  const double warps = std::ceil(threads / kLanesOfWarp);
  if (warps <= 0) return {};
  return {warps * static_cast<double>(record::blocks_to_run(launch)), threads / warps};
}

/// Instructions of the line that one lane executes for its warp. Where the branch stands on the
/// same line, as in "if (lane == 0) sums[warp] = sum;", all lanes execute the rest of it.
double of_one_lane(const record::LineCounters& line, double lanes_of_warp) {
  const double instructions = line_counter(line, kInstructions);
  const double active = line_counter(line, kThreadInstructions);
  if (active <= kOneLane * instructions) return instructions;
  const double splits = line_counter(line, kDivergentBranches);
  const double stores = line_counter(line, kStoreRequests);
  const bool is_store_behind_split =
      splits > 0 && stores == splits && line_counter(line, kStoreSectors) == stores &&
      line_counter(line, kStoreBytes) <= kMostBytesOfOneLane * stores;
  if (!is_store_behind_split || lanes_of_warp <= 1) return 0;
  return std::max(0.0, (lanes_of_warp * instructions - active) / (lanes_of_warp - 1));
}

/// grid.sync() of cooperative groups, by what its line has: barriers, an atomic and one lane that
/// waits for the other blocks. How long it waits no line of the program says.
bool waits_for_grid(const record::LineCounters& line) {
  const double atomics =
      line_counter(line, kAtomicRequests) + line_counter(line, kReductionRequests);
  return line_counter(line, kBarriers) > 0 && atomics > 0 &&
         line_counter(line, kDivergentBranches) > 0;
}

bool loses_lanes(const record::Launch& launch, const WarpShape& shape) {
  double alone = 0, stores = 0;
  for (const auto& line : launch.lines) {
    const double of_line = of_one_lane(line, shape.lanes);
    alone += of_line;
    if (of_line > 0) stores = std::max(stores, line_counter(line, kStoreRequests));
  }
  // Where warps split for anything else, too, that is looked at as it is.
  const bool is_for_stores = counter_of(launch, kDivergentBranches) <= kSplitsForStores * stores;
  if (!is_for_stores || alone > kMostOfOneLanePerWarp * shape.warps) alone = 0;
  double instructions = counter_of(launch, kInstructions) - alone;
  double active = counter_of(launch, kThreadInstructions) - alone;
  for (const auto& line : launch.lines) {
    if (!waits_for_grid(line)) continue;
    instructions -= line_counter(line, kInstructions);
    active -= line_counter(line, kThreadInstructions);
  }
  const double possible = instructions * shape.lanes;
  return active <= kMostLanesShare * possible &&
         possible - active >= kFewestLostInstructions * kLanesOfWarp;
}

}  // namespace

void find_divergence(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double divergent = line_counter(line, kDivergentBranches);
    if (divergent < kFewestSplits || waits_for_grid(line)) return 0.0;
    const auto shape = warp_shape(launch);
    const bool matters = divergent >= kSplitsPerWarp * shape.warps &&
                         divergent >= kShareOfLaunch * counter_of(launch, kDivergentBranches);
    return matters && loses_lanes(launch, shape) ? divergent : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    const auto lanes =
        record::metric_value(record::derived::kLanesPerInstruction, entry.launch->counters);
    record.findings.push_back(finding_at(
        entry, "warp-divergence",
        fmt::format(
            "{:.0f} of {:.0f} branches split their warp; {:.1f} of {:.0f} lanes are active on "
            "average in launch {}.",
            entry.badness, line_counter(*entry.line, kBranches), lanes.value_or(0),
            warp_shape(*entry.launch).lanes, entry.launch->id)));
  }
}

}  // namespace warpscope::runner
