#include "runner/score/check_value.h"

#include <algorithm>
#include <array>

#include "record/derived.h"
#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"
#include "runner/metrics/timeline.h"

namespace warpscope::runner {
namespace {

using record::RunRecord;

/// Accesses without conflicts, of which anybody can make as many as he likes, must not hide the
/// others: so conflicts are compared with the task's bytes as well, of which 128 take a pass.
std::optional<double> conflict_ways(const RunRecord& record,
                                    const std::vector<std::uint32_t>& cases, double ways,
                                    Counted counted) {
  constexpr double kBytesOfAPass = 128;
  double useful_bytes = 0;
  for (const auto i : cases) useful_bytes += static_cast<double>(record.cases[i].useful_bytes);
  if (useful_bytes <= 0) return ways;
  const auto conflicts =
      case_metric_value(record, cases, record::metric::kSharedConflicts, counted).value_or(0);
  return std::max(ways, 1 + conflicts / (useful_bytes / kBytesOfAPass));
}

/// The same of instructions in which all lanes are active: of idle lanes no more are forgiven than
/// so many instructions have room for.
std::optional<double> active_lanes(const RunRecord& record, const std::vector<std::uint32_t>& cases,
                                   double lanes, double most_instructions, Counted counted) {
  constexpr double kLanesOfWarp = 32;
  const auto instructions =
      case_metric_value(record, cases, record::metric::kInstructions, counted).value_or(0);
  if (instructions <= most_instructions) return lanes;
  const double idle = (kLanesOfWarp - lanes) * instructions;
  return std::max(0.0, kLanesOfWarp - idle / most_instructions);
}

constexpr std::array kMetricsOfLoads{
    record::metric::kLoadInstructions,      record::metric::kLoadRequests,
    record::metric::kLoadSectors,           record::derived::kSectorsPerLoadRequest,
    record::derived::kLoadSectorsOverIdeal, record::derived::kSectorsPerRequest,
    record::derived::kSectorsOverIdeal,     record::derived::kBytesPerLoadSector,
};

bool is_about_loads(std::string_view metric) {
  return std::ranges::find(kMetricsOfLoads, metric) != kMetricsOfLoads.end();
}

/// The counters of the cases, with everything that loads counted among the loads of global memory.
record::Counters with_all_loads(const RunRecord& record, const std::vector<std::uint32_t>& cases,
                                Counted counted) {
  using namespace record::metric;
  record::Counters sums;
  for (const auto& launch : record.launches) {
    const bool is_mine = launch.case_index && is_counted(launch, counted) &&
                         std::ranges::find(cases, *launch.case_index) != cases.end();
    if (!is_mine) continue;
    for (const auto& [name, value] : launch.counters) sums[name] += value;
  }
  const auto add = [&](std::string_view to, std::string_view from) {
    const auto found = sums.find(std::string(from));
    if (found != sums.end()) sums[std::string(to)] += found->second;
  };
  for (const auto& requests : {kImageRequests, kAtomicRequests, kBulkCopies, kConstantRequests}) {
    add(kLoadInstructions, requests);
    add(kLoadRequests, requests);
  }
  for (const auto& sectors : {kImageSectors, kAtomicSectors, kBulkCopySectors})
    add(kLoadSectors, sectors);
  return sums;
}

}  // namespace

CheckValue worst_value(const RunRecord& record, const std::vector<std::uint32_t>& cases,
                       const CheckDescription& check, const std::function<double(double)>& share) {
  const std::string_view metric = check.metric;
  CheckValue worst;
  worst.value = case_metric_value(record, cases, metric);
  if (!worst.value) return worst;
  worst.share = share(*worst.value);
  const auto look_at = [&](std::optional<double> value, const char* remark) {
    const double its_share = value ? share(*value) : 0;
    if (its_share < worst.share || !value) worst = {value, its_share, remark};
    return value.has_value();
  };
  const auto of = [&](Counted counted) {
    const auto value = case_metric_value(record, cases, metric, counted);
    if (value && metric == record::derived::kSharedConflictWays)
      return conflict_ways(record, cases, *value, counted);
    if (value && check.most_instructions && metric == record::derived::kLanesPerInstruction)
      return active_lanes(record, cases, *value, *check.most_instructions, counted);
    return value;
  };
  const bool has_most = check.most_instructions || check.most_copied_bytes;
  const bool is_at_once = is_about_what_is_at_once(metric);
  const char* of_lanes = has_most && !is_at_once
                             ? "instructions beyond those that the task takes hide no idle lanes"
                             : "";
  if (!look_at(of(Counted::all), of_lanes)) return worst;
  if (!look_at(of(Counted::used), "what the answer does not come from is left out")) return worst;
  if (is_at_once && has_most) {
    const MostWork most{check.most_instructions, check.most_copied_bytes};
    for (const auto counted : {Counted::all, Counted::used}) {
      look_at(find_timeline_metric(metric)->value(timeline_of(record, cases, counted, &most)),
              "a kernel or a copy counts no longer than its work needs");
    }
  }
  if (!is_about_loads(metric)) return worst;
  for (const auto counted : {Counted::all, Counted::used}) {
    look_at(record::metric_value(metric, with_all_loads(record, cases, counted)),
            "what textures, constants, atomics and bulk copies load is among it");
  }
  return worst;
}

}  // namespace warpscope::runner
