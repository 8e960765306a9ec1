#include "viewer/model/sweep_series.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "record/derived.h"

namespace warpscope::viewer {
namespace {

std::optional<double> value_of(const record::RunRecord& record, std::uint32_t case_index,
                               std::string_view metric, SweepQuantity quantity) {
  if (quantity == SweepQuantity::bandwidth) {
    const auto bytes_per_s = record::effective_bandwidth_bytes_per_s(record, case_index);
    return bytes_per_s ? std::optional(*bytes_per_s * 1e-9) : std::nullopt;
  }
  return record::metric_value(metric, record::case_counters(record, case_index));
}

}  // namespace

std::vector<SweepSeries> sweep_series(const record::RunRecord& record, std::string_view sweep,
                                      SweepQuantity quantity) {
  std::vector<SweepSeries> all;
  const auto described = std::ranges::find(record.sweeps, sweep, &record::Sweep::id);
  if (described == record.sweeps.end()) return all;
  const auto metric = record::sweep_metric(*described);
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& set = record.cases[i];
    if (set.sweep != sweep || set.verdict != record::Case::Verdict::correct) continue;
    const auto value = value_of(record, i, metric, quantity);
    if (!value || !std::isfinite(*value) || !std::isfinite(set.sweep_x)) continue;
    auto series = std::ranges::find(all, set.task, &SweepSeries::task);
    if (series == all.end()) series = all.insert(all.end(), {set.task, {}});
    series->points.push_back({set.sweep_x, *value, set.name});
  }
  for (auto& series : all) std::ranges::stable_sort(series.points, {}, &SweepPoint::x);
  return all;
}

record::Provenance provenance(const record::RunRecord& record, SweepQuantity quantity) {
  return quantity == SweepQuantity::bandwidth ? record.device.times : record.device.counters;
}

std::vector<record::Sweep> sweeps_of(const record::RunRecord* first,
                                     const record::RunRecord* second) {
  std::vector<record::Sweep> out;
  for (const auto* record : {first, second}) {
    if (record == nullptr) continue;
    for (const auto& sweep : record->sweeps) {
      if (std::ranges::find(out, sweep.id, &record::Sweep::id) == out.end()) out.push_back(sweep);
    }
  }
  return out;
}

}  // namespace warpscope::viewer
