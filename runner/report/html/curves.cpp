#include "runner/report/html/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "base/html_text.h"
#include "base/quantity.h"
#include "record/beside_curves.h"
#include "record/derived.h"
#include "record/measured_curves.h"
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
          Quantity{metric, std::string(case_metric_short_name(metric)), is_made_of_times(metric),
                   [](double value) { return ratio_text(value); }}};
}

/// A curve for each task that takes part in the sweep.
std::vector<Curve> curves_of(const record::RunRecord& record, const std::string& sweep,
                             const Quantity& quantity) {
  std::map<std::string, Curve> by_task;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    if (record.cases[i].sweep != sweep) continue;
    auto& curve = by_task[record.cases[i].task];
    const std::array index{i};
    if (const auto value = case_metric_value(record, index, quantity.metric)) {
      curve.points.emplace_back(record.cases[i].sweep_x, *value);
    }
  }
  std::vector<Curve> curves;
  for (auto& [task, curve] : by_task) {
    curve.name = record.program.label + (by_task.size() > 1 ? ", " + task : "");
    if (quantity.is_time) curve.name += fmt::format(" ({})", record::in_words(record.device.times));
    std::ranges::sort(curve.points);
    curves.push_back(std::move(curve));
  }
  return curves;
}

bool has_points(const Plot& plot) {
  return std::ranges::any_of(plot.curves, [](const Curve& curve) { return !curve.points.empty(); });
}

/// The curves that were measured on a real GPU. Of bandwidths, equal heights are equal shares of
/// what each device's memory can do; of times, equal times.
void add_measured(std::span<const record::RunRecord> records, const std::string& sweep,
                  const Quantity& quantity, Plot& plot) {
  std::vector<std::string> drawn;
  for (const auto& record : records) {
    if (record.device.dram_bytes_per_s <= 0) continue;
    for (const auto* measured : record::measured_beside(record, sweep)) {
      const auto label = record::label_of(*measured);
      if (std::ranges::find(drawn, label) != drawn.end()) continue;
      Curve curve{label, {}, true};
      for (const auto& point : measured->points) {
        if (const auto value = measured_value(point, quantity.metric))
          curve.points.emplace_back(point.x, *value);
      }
      if (curve.points.empty()) continue;
      drawn.push_back(label);
      if (quantity.metric == case_metric::kEffectiveBandwidth)
        plot.right_over_left = measured->dram_bytes_per_s / record.device.dram_bytes_per_s;
      plot.right_label = "right: measured";
      plot.curves.push_back(std::move(curve));
    }
  }
}

/// What the programs beside have, of one quantity, with the run's own curves.
Plot plot_beside(const record::RunRecord& record, const std::string& sweep,
                 const Quantity& quantity) {
  Plot plot;
  plot.curves = curves_of(record, sweep, quantity);
  const auto all = record::drawn_beside(record, sweep);
  const bool has_tasks = record::has_tasks(all);
  for (const auto* beside : all) {
    Curve curve{record::label_beside(beside->program, beside->task, has_tasks), {}};
    for (const auto& point : beside->points) {
      const bool is_bandwidth = quantity.metric == case_metric::kEffectiveBandwidth;
      const auto& value = is_bandwidth ? point.bytes_per_s : point.counter;
      if (value) curve.points.emplace_back(point.x, *value);
    }
    if (!curve.points.empty()) plot.curves.push_back(std::move(curve));
  }
  return plot;
}

/// The same of a real GPU.
Plot plot_measured_beside(const record::RunRecord& record, const std::string& sweep,
                          const Quantity& quantity) {
  Plot plot;
  auto all = record::measured_beside(record, sweep);
  std::ranges::move(record::measured_of_others(record, sweep), std::back_inserter(all));
  const bool has_tasks = record::has_tasks(record::drawn_beside(record, sweep));
  for (const auto* measured : all) {
    Curve curve{record::label_beside(measured->program, measured->task, has_tasks), {}};
    for (const auto& point : measured->points) {
      if (const auto value = measured_value(point, quantity.metric))
        curve.points.emplace_back(point.x, *value);
    }
    if (!curve.points.empty()) plot.curves.push_back(std::move(curve));
  }
  return plot;
}

/// Other programs of the lab, closed until somebody asks: they may give an answer away. Empty
/// without any.
std::string beside(const record::RunRecord& record, const record::Sweep& sweep) {
  if (record::drawn_beside(record, sweep.id).empty()) return {};
  std::string plots;
  for (const auto& quantity : quantities_of(sweep)) {
    const auto add = [&](Plot plot, std::string_view source) {
      if (!has_points(plot)) return;
      plot.title = fmt::format("{} ({})", quantity.title, source);
      plot.x_label = sweep.x_label;
      plot.y_text = quantity.text;
      plots += svg(plot);
    };
    const auto& device = record.device;
    add(plot_beside(record, sweep.id, quantity),
        record::in_words(quantity.is_time ? device.times : device.counters));
    const auto measured = record::measured_of_others(record, sweep.id);
    if (!measured.empty())
      add(plot_measured_beside(record, sweep.id, quantity), measured.front()->source);
  }
  return fmt::format("<details><summary>{}: other programs of the lab</summary>\n{}</details>\n",
                     escaped_html(sweep.title), plots);
}

/// What the modelled times of a sweep lack, as a paragraph; empty when it is nothing.
std::string doubt(const record::Sweep& sweep) {
  if (sweep.model_lacks.empty()) return {};
  return fmt::format(
      "<p class=\"quiet\">The model of times does not know {}: trust the counts, and the measured "
      "curve.</p>\n",
      escaped_html(sweep.model_lacks));
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
        auto curves = curves_of(record, sweep.id, quantity);
        std::ranges::move(curves, std::back_inserter(plot.curves));
      }
      // A sweep without useful bytes has no bandwidth.
      if (!has_points(plot)) continue;
      if (quantity.metric == case_metric::kEffectiveBandwidth) {
        for (auto& curve : plot.curves) curve.is_faint = !sweep.model_lacks.empty();
      }
      add_measured(records, sweep.id, quantity, plot);
      plots += svg(plot);
    }
    if (plots.empty()) continue;
    text += fmt::format("<h3>{}</h3>\n{}{}{}", escaped_html(sweep.title), doubt(sweep), plots,
                        beside(records.front(), sweep));
  }
  return text;
}

}  // namespace warpscope::runner::html
