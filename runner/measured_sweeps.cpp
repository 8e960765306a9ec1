#include "runner/measured_sweeps.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "runner/metrics/case_metrics.h"
#include "runner/metrics/timeline.h"
#include "runner/run/verdicts.h"

namespace warpscope::runner {
namespace {

using record::Case;
using record::MeasuredPoint;
using record::MeasuredTime;

/// Cases with much data are copied to the program and back.
constexpr int kLongerLimit = 4;

MeasuredPoint point_of(const record::RunRecord& record, std::uint32_t index) {
  const auto& of = record.cases[index];
  MeasuredPoint point;
  point.x = of.sweep_x;
  point.case_name = of.name;
  point.useful_bytes = of.useful_bytes;
  point.verdict = of.verdict;
  point.message = of.message;
  point.result_spread_ulp = of.result_spread_ulp;
  for (const auto& launch : record.launches) {
    if (launch.case_index != index) continue;
    ++point.launches;
    const record::RepeatedTimes once{1, launch.duration_s, launch.duration_s};
    const auto& times = launch.repeated.value_or(once);
    point.runs = std::max(point.runs.value_or(1), times.runs);
    point.kernels.median_s += launch.duration_s;
    point.kernels.min_s += times.shortest_s;
    point.kernels.max_s += times.longest_s;
  }
  constexpr double kMicrosecond = 1e-6;
  const double call_s =
      case_metric_value(record, std::array{index}, timeline_metric::kSpan).value_or(0) *
      kMicrosecond;
  point.call = MeasuredTime{call_s, call_s, call_s};
  return point;
}

}  // namespace

void keep_sweeps(judge::Measured& measured, const std::vector<std::string>& only) {
  if (only.empty()) return;
  std::erase_if(measured.cases, [&](const judge::Case& of) {
    return std::ranges::find(only, of.sweep) == only.end();
  });
}

record::MeasuredProgram measure_sweeps(ProgramSession::Setup setup, const judge::Judge& judge,
                                       const judge::Measured& measured,
                                       const std::function<void(std::size_t)>& on_case,
                                       const std::stop_token& cancel) {
  setup.measuring = device::Measuring::cold_times;
  setup.limits.case_s *= kLongerLimit;
  setup.limits.total_s *= kLongerLimit;
  EventCollector events;
  const auto run = run_cases(setup, judge, measured.cases, events, on_case, cancel);
  record::RunRecord record;
  events.move_to(record);
  record_cases(measured.cases, run, events.take_data_flow(), record);
  record::MeasuredProgram program;
  for (std::uint32_t i = 0; i < measured.cases.size(); ++i) {
    const auto& set = measured.cases[i];
    record::sweep_of(program, set.sweep, set.task, measured.scale_of(set.sweep))
        .points.push_back(point_of(record, i));
  }
  for (auto& sweep : program.sweeps) std::ranges::sort(sweep.points, {}, &MeasuredPoint::x);
  return program;
}

void add_own_curves(record::MeasuredProgram program, record::RunRecord& record) {
  program.label = record.program.label;
  record::MeasuredCurves curves;
  curves.created = record.created;
  curves.device = record.device;
  curves.programs.push_back(std::move(program));
  auto own = record::curves_of(curves);
  std::erase_if(record.measured_curves, [&](const record::MeasuredCurve& kept) {
    return std::ranges::any_of(own, [&](const record::MeasuredCurve& of) {
      return of.program == kept.program && of.sweep == kept.sweep && of.task == kept.task &&
             of.dram_bytes_per_s == kept.dram_bytes_per_s;
    });
  });
  record.measured_curves.insert(record.measured_curves.begin(),
                                std::make_move_iterator(own.begin()),
                                std::make_move_iterator(own.end()));
}

}  // namespace warpscope::runner
