#include "runner/metrics/launch_columns.h"

#include <algorithm>
#include <array>

#include "record/derived.h"
#include "record/metrics.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;
using record::Counters;

/// A launch without any counter was not counted: that is no 0.
template <const std::string_view&... kNames>
std::optional<double> sum_of(const Counters& counters) {
  if (counters.empty()) return std::nullopt;
  const auto value = [&](std::string_view name) {
    const auto found = counters.find(name);
    return found == counters.end() ? 0.0 : static_cast<double>(found->second);
  };
  return (value(kNames) + ...);
}

/// The counter of all shared-memory instructions also has those of asynchronous copies.
std::optional<double> conflicts_of(const Counters& counters) {
  if (counters.empty()) return std::nullopt;
  return std::max(
      *sum_of<kSharedConflicts>(counters),
      *sum_of<kSharedLoadConflicts, kSharedStoreConflicts, kSharedAtomicConflicts>(counters));
}

std::optional<double> lanes_of(const Counters& counters) {
  return record::metric_value(record::derived::kLanesPerInstruction, counters);
}

constexpr std::array kLaunchColumns{
    LaunchColumn{"global loads", "requests", false, false, sum_of<kLoadRequests>},
    LaunchColumn{"global loads", "sectors", false, false, sum_of<kLoadSectors>},
    LaunchColumn{"global stores", "requests", false, false, sum_of<kStoreRequests>},
    LaunchColumn{"global stores", "sectors", false, false, sum_of<kStoreSectors>},
    LaunchColumn{"global atomics", "requests", false, true,
                 sum_of<kAtomicRequests, kReductionRequests>},
    LaunchColumn{"global atomics", "sectors", false, true,
                 sum_of<kAtomicSectors, kReductionSectors>},
    LaunchColumn{"shared memory", "wavefronts", false, false,
                 sum_of<kSharedLoadWavefronts, kSharedStoreWavefronts, kSharedAtomicWavefronts>},
    LaunchColumn{"shared memory", "conflicts", false, false, conflicts_of},
    LaunchColumn{"", "lanes", true, false, lanes_of},
    LaunchColumn{"", "divergent", false, false, sum_of<kDivergentBranches>},
    LaunchColumn{"L1", "hits", false, true, sum_of<kLoadHits, kLocalLoadHits>},
    LaunchColumn{"L1", "misses", false, true, sum_of<kLoadMisses, kLocalLoadMisses>},
    LaunchColumn{"machine code", "instructions", false, true, sum_of<kMachineInstructions>},
};

}  // namespace

std::vector<LaunchColumn> launch_columns(const record::RunRecord& record) {
  std::vector<LaunchColumn> columns;
  if (std::ranges::all_of(record.launches, &Counters::empty, &record::Launch::counters))
    return columns;
  for (const auto& column : kLaunchColumns) {
    const bool has_any = std::ranges::any_of(record.launches, [&](const auto& launch) {
      return column.value(launch.counters).value_or(0) != 0;
    });
    if (has_any || !column.is_optional) columns.push_back(column);
  }
  return columns;
}

}  // namespace warpscope::runner
