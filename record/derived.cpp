#include "record/derived.h"

#include <array>

#include "record/metrics.h"

namespace warpscope::record {
namespace {

using Names = std::span<const std::string_view>;
using namespace metric;

template <const std::string_view&... kNames>
constexpr std::array<std::string_view, sizeof...(kNames)> kList{kNames...};

constexpr std::array kDerivedMetrics{
    DerivedMetric{derived::kSectorsPerLoadRequest,
                  "sectors per load request",
                  "sectors/request",
                  "32-byte sectors that one warp's load touches on average; 4 for 32 lanes that "
                  "load neighbouring 4-byte words.",
                  kList<kLoadSectors>,
                  kList<kLoadRequests>,
                  {}},
    DerivedMetric{derived::kSectorsPerStoreRequest,
                  "sectors per store request",
                  "sectors/request",
                  "32-byte sectors that one warp's store touches on average; 4 for 32 lanes that "
                  "store neighbouring 4-byte words.",
                  kList<kStoreSectors>,
                  kList<kStoreRequests>,
                  {}},
    DerivedMetric{derived::kSectorsPerRequest,
                  "sectors per request",
                  "sectors/request",
                  "32-byte sectors that one warp's load or store touches on average.",
                  kList<kLoadSectors, kStoreSectors>,
                  kList<kLoadRequests, kStoreRequests>,
                  {}},
    DerivedMetric{derived::kLoadSectorsOverIdeal,
                  "load sectors over ideal",
                  "sectors/sector",
                  "Sectors that loads touched for each sector that they needed; 1 is perfect.",
                  kList<kLoadSectors>,
                  kList<kLoadSectorsIdeal>,
                  {}},
    DerivedMetric{derived::kStoreSectorsOverIdeal,
                  "store sectors over ideal",
                  "sectors/sector",
                  "Sectors that stores touched for each sector that they needed; 1 is perfect.",
                  kList<kStoreSectors>,
                  kList<kStoreSectorsIdeal>,
                  {}},
    DerivedMetric{derived::kSectorsOverIdeal,
                  "sectors over ideal",
                  "sectors/sector",
                  "Sectors that loads and stores touched for each sector that they needed; 1 is "
                  "perfect.",
                  kList<kLoadSectors, kStoreSectors>,
                  kList<kLoadSectorsIdeal, kStoreSectorsIdeal>,
                  {}},
    DerivedMetric{derived::kBytesPerLoadSector,
                  "bytes used per load sector",
                  "bytes/sector",
                  "Bytes that lanes asked for in each 32-byte sector that loads touched.",
                  kList<kLoadBytes>,
                  kList<kLoadSectors>,
                  {}},
    DerivedMetric{derived::kBytesPerStoreSector,
                  "bytes used per store sector",
                  "bytes/sector",
                  "Bytes that lanes wrote in each 32-byte sector that stores touched.",
                  kList<kStoreBytes>,
                  kList<kStoreSectors>,
                  {}},
    DerivedMetric{derived::kLanesPerInstruction,
                  "lanes per instruction",
                  "lanes/instruction",
                  "Lanes of the 32 that are active on average when a warp executes a PTX "
                  "instruction.",
                  kList<kThreadInstructions>,
                  kList<kInstructions>,
                  {}},
    DerivedMetric{derived::kSharedConflictWays, "bank-conflict ways", "wavefronts/wavefront",
                  "Passes through shared memory for each pass that was needed; 1 is conflict-free.",
                  kList<kSharedLoadWavefronts, kSharedStoreWavefronts>,
                  kList<kSharedLoadWavefronts, kSharedStoreWavefronts>,
                  kList<kSharedLoadConflicts, kSharedStoreConflicts>},
    DerivedMetric{derived::kSharedWavefrontsPerRequest,
                  "wavefronts per shared request",
                  "wavefronts/request",
                  "Passes through shared memory that one warp's load or store takes on average.",
                  kList<kSharedLoadWavefronts, kSharedStoreWavefronts>,
                  kList<kSharedLoadInstructions, kSharedStoreInstructions>,
                  {}},
};

std::uint64_t value_of(const Counters& counters, std::string_view name) {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : found->second;
}

double sum(const Counters& counters, Names names) {
  double total = 0;
  for (const auto name : names) total += static_cast<double>(value_of(counters, name));
  return total;
}

void add(Counters& sums, const Counters& counters) {
  for (const auto& [name, value] : counters) sums[name] += value;
}

}  // namespace

std::span<const DerivedMetric> derived_metrics() { return kDerivedMetrics; }

const DerivedMetric* find_derived_metric(std::string_view name) {
  for (const auto& metric : kDerivedMetrics) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

std::optional<double> evaluate(const DerivedMetric& metric, const Counters& counters) {
  const double denominator =
      sum(counters, metric.denominator) - sum(counters, metric.denominator_minus);
  if (denominator <= 0) return std::nullopt;
  return sum(counters, metric.numerator) / denominator;
}

std::optional<double> metric_value(std::string_view name, const Counters& counters) {
  if (const auto* ratio = find_derived_metric(name)) return evaluate(*ratio, counters);
  if (find_metric(name) == nullptr && !counters.contains(name)) return std::nullopt;
  return static_cast<double>(value_of(counters, name));
}

std::vector<std::string_view> metric_names() {
  std::vector<std::string_view> names;
  for (const auto& metric : metrics()) names.push_back(metric.name);
  for (const auto& metric : derived_metrics()) names.push_back(metric.name);
  return names;
}

std::string_view metric_unit(std::string_view name) {
  if (const auto* ratio = find_derived_metric(name)) return ratio->unit;
  if (const auto* counter = find_metric(name)) return counter->unit;
  return {};
}

std::string_view metric_short_name(std::string_view name) {
  if (const auto* ratio = find_derived_metric(name)) return ratio->short_name;
  if (const auto* counter = find_metric(name)) return counter->short_name;
  return name;
}

std::string_view sweep_metric(const Sweep& sweep) {
  return sweep.metric.empty() ? derived::kSectorsPerRequest : std::string_view(sweep.metric);
}

Counters case_counters(const RunRecord& record, std::uint32_t case_index) {
  Counters sums;
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index) add(sums, launch.counters);
  }
  return sums;
}

Counters total_counters(const RunRecord& record) {
  Counters sums;
  for (const auto& launch : record.launches) add(sums, launch.counters);
  return sums;
}

std::optional<double> effective_bandwidth_bytes_per_s(const RunRecord& record,
                                                      std::uint32_t case_index) {
  if (case_index >= record.cases.size()) return std::nullopt;
  const double duration_s = case_kernel_s(record, case_index);
  const auto useful_bytes = record.cases[case_index].useful_bytes;
  if (duration_s <= 0 || useful_bytes == 0) return std::nullopt;
  return static_cast<double>(useful_bytes) / duration_s;
}

std::vector<LineCounters> line_table(const RunRecord& record,
                                     const std::function<bool(const Launch&)>& is_wanted) {
  std::map<SourceLine, Counters> sums;
  for (const auto& launch : record.launches) {
    if (is_wanted && !is_wanted(launch)) continue;
    for (const auto& line : launch.lines) add(sums[line.where], line.counters);
  }
  std::vector<LineCounters> table;
  table.reserve(sums.size());
  for (auto& [where, counters] : sums) table.push_back({where, std::move(counters)});
  return table;
}

}  // namespace warpscope::record
