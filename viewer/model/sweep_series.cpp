#include "viewer/model/sweep_series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "record/beside_curves.h"
#include "record/derived.h"
#include "record/names.h"
#include "runner/metrics/case_metrics.h"

namespace warpscope::viewer {
namespace {

constexpr double kGigabytesPerByte = 1e-9;

std::optional<double> value_of(const record::RunRecord& record, std::uint32_t case_index,
                               std::string_view metric, SweepQuantity quantity) {
  if (quantity == SweepQuantity::bandwidth) {
    const auto bytes_per_s = record::effective_bandwidth_bytes_per_s(record, case_index);
    return bytes_per_s ? std::optional(*bytes_per_s * kGigabytesPerByte) : std::nullopt;
  }
  return runner::case_metric_value(record, std::array{case_index}, metric);
}

SweepSeries& series_of(std::vector<SweepSeries>& all, const std::string& task) {
  const auto found = std::ranges::find(all, task, &SweepSeries::task);
  return found != all.end() ? *found : all.emplace_back(SweepSeries{task, {}, {}});
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
    if (set.sweep != sweep || !std::isfinite(set.sweep_x)) continue;
    if (set.verdict != record::Case::Verdict::correct) {
      series_of(all, set.task)
          .failures.push_back({set.sweep_x, set.name, set.verdict, set.message});
      continue;
    }
    const auto value = value_of(record, i, metric, quantity);
    if (!value || !std::isfinite(*value)) continue;
    series_of(all, set.task).points.push_back({set.sweep_x, *value, set.name});
  }
  for (auto& series : all) {
    std::ranges::stable_sort(series.points, {}, &SweepPoint::x);
    std::ranges::stable_sort(series.failures, {}, &SweepFailure::x);
  }
  return all;
}

std::vector<std::array<double, 2>> measured_points(const record::MeasuredCurve& curve,
                                                   const record::Sweep& sweep,
                                                   SweepQuantity quantity) {
  const bool is_bandwidth = quantity == SweepQuantity::bandwidth;
  const auto metric =
      is_bandwidth ? runner::case_metric::kEffectiveBandwidth : record::sweep_metric(sweep);
  std::vector<std::array<double, 2>> points;
  for (const auto& point : curve.points) {
    if (const auto value = runner::measured_value(point, metric))
      points.push_back({point.x, is_bandwidth ? *value * kGigabytesPerByte : *value});
  }
  return points;
}

std::vector<BesideSeries> beside_series(const record::RunRecord& record, const record::Sweep& sweep,
                                        SweepQuantity quantity, bool with_measured) {
  std::vector<std::string> programs;
  const auto number_of = [&](const std::string& program) {
    const auto found = std::ranges::find(programs, program);
    const auto number = static_cast<std::size_t>(found - programs.begin());
    if (found == programs.end()) programs.push_back(program);
    return number;
  };
  std::vector<BesideSeries> all;
  const auto kept = record::drawn_beside(record, sweep.id);
  const bool has_tasks = record::has_tasks(kept);
  for (const auto* curve : kept) {
    BesideSeries series{record::label_beside(curve->program, curve->task, has_tasks),
                        {},
                        number_of(curve->program)};
    for (const auto& point : curve->points) {
      const bool is_bandwidth = quantity == SweepQuantity::bandwidth;
      const auto& value = is_bandwidth ? point.bytes_per_s : point.counter;
      if (value)
        series.points.push_back({point.x, *value * (is_bandwidth ? kGigabytesPerByte : 1)});
    }
    if (!series.points.empty()) all.push_back(std::move(series));
  }
  if (!with_measured) return all;
  for (const auto* curve : record::measured_of_others(record, sweep.id)) {
    BesideSeries series{
        record::label_beside(curve->program, curve->task, has_tasks) + ": " + curve->source,
        measured_points(*curve, sweep, quantity), number_of(curve->program), true};
    if (!series.points.empty()) all.push_back(std::move(series));
  }
  return all;
}

std::string counter_label(const record::Sweep& sweep) {
  return std::string(runner::case_metric_short_name(record::sweep_metric(sweep)));
}

std::string failures_in_words(const record::RunRecord& record) {
  std::map<record::Case::Verdict, int> counts;
  for (const auto& set : record.cases) {
    const bool is_drawn =
        std::ranges::find(record.sweeps, set.sweep, &record::Sweep::id) != record.sweeps.end();
    if (is_drawn && set.verdict != record::Case::Verdict::correct) ++counts[set.verdict];
  }
  std::string text;
  for (const auto& [verdict, count] : counts) {
    if (!text.empty()) text += ", ";
    text += std::to_string(count) + " \u00d7 " + std::string(record::in_words(verdict));
  }
  return text;
}

record::Provenance provenance(const record::RunRecord& record, const record::Sweep& sweep,
                              SweepQuantity quantity) {
  const bool is_time =
      quantity == SweepQuantity::bandwidth || runner::is_made_of_times(record::sweep_metric(sweep));
  return is_time ? record.device.times : record.device.counters;
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
