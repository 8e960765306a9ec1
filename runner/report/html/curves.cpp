#include "runner/report/html/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/html_text.h"
#include "base/quantity.h"
#include "record/derived.h"
#include "record/names.h"
#include "runner/metrics/case_metrics.h"
#include "runner/report/html/svg_plot.h"

namespace warpscope::runner::html {
namespace {

struct Quantity {
  std::string_view metric;
  std::string title;
  bool is_time;
  std::string (*text)(double);
};

std::array<Quantity, 2> quantities_of(const record::Sweep& sweep) {
  const auto metric = record::sweep_metric(sweep);
  return {Quantity{case_metric::kEffectiveBandwidth, "useful bandwidth", true,
                   [](double value) { return bandwidth_text(value); }},
          Quantity{metric, std::string(case_metric_short_name(metric)), false,
                   [](double value) { return ratio_text(value); }}};
}

Curve curve_of(const record::RunRecord& record, const std::string& sweep,
               const Quantity& quantity) {
  Curve curve;
  curve.name = record.program.label;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    if (record.cases[i].sweep != sweep) continue;
    const std::array index{i};
    if (const auto value = case_metric_value(record, index, quantity.metric)) {
      curve.points.emplace_back(record.cases[i].sweep_x, *value);
    }
  }
  std::ranges::sort(curve.points);
  return curve;
}

}  // namespace

std::string curves(std::span<const record::RunRecord> records) {
  std::string text;
  for (const auto& sweep : records.front().sweeps) {
    std::string plots;
    for (const auto& quantity : quantities_of(sweep)) {
      const auto& device = records.front().device;
      Plot plot;
      plot.title = fmt::format("{} ({})", quantity.title,
                               record::in_words(quantity.is_time ? device.times : device.counters));
      plot.x_label = sweep.x_label;
      plot.y_text = quantity.text;
      for (const auto& record : records) {
        plot.curves.push_back(curve_of(record, sweep.id, quantity));
      }
      plots += svg(plot);
    }
    if (!plots.empty()) text += fmt::format("<h3>{}</h3>\n{}", escaped_html(sweep.title), plots);
  }
  return text;
}

}  // namespace warpscope::runner::html
