#include "runner/report/html/stalls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/html_text.h"
#include "base/quantity.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "record/warp_states.h"
#include "runner/report/html/svg_plot.h"

namespace warpscope::runner::html {
namespace {

constexpr std::size_t kMostTimedLaunches = 200, kMostLinesOfALaunch = 8, kMostStates = 4;
constexpr std::size_t kMostPlots = 8, kWidestKernel = 32;

std::string percent_cell(std::optional<double> share) {
  return fmt::format("<td class=\"number\">{}</td>",
                     share ? fmt::format("{:.0f} %", *share * 100) : "\u2013");
}

std::string row_of(const record::RunRecord& record, const record::Launch& launch) {
  const auto& clock = *launch.clock;
  const auto throughput = record::throughput_of(clock);
  return fmt::format(
      "<tr><td class=\"number\">{}</td><td>{}</td><td "
      "class=\"number\">{:.1f}</td>{}{}{}{}<td>{}</td>"
      "<td>{}</td></tr>\n",
      launch.id, escaped_html(record::short_kernel_name(launch.kernel)), record::warps_on_sm(clock),
      percent_cell(record::achieved_occupancy(record, clock)), percent_cell(throughput.issue),
      percent_cell(throughput.memory), percent_cell(throughput.compute),
      escaped_html(record::use_text(clock, kMostStates)),
      escaped_html(record::states_text(clock.warp_cycles, record::sum_of_states(clock.warp_cycles),
                                       kMostStates)));
}

std::string rows_of_lines(const record::Launch& launch) {
  const std::uint64_t all = record::sum_of_states(launch.clock->warp_cycles);
  std::string rows;
  for (const auto* line : record::slowest_lines(*launch.clock, kMostLinesOfALaunch)) {
    const double share =
        static_cast<double>(record::sum_of_states(line->warp_cycles)) / static_cast<double>(all);
    rows += fmt::format(
        "<tr><td class=\"number\">{}</td><td title=\"{}\">line {}</td>"
        "<td class=\"number\">{:.0f} %</td><td>{}</td><td>{}</td></tr>\n",
        launch.id, escaped_html(line->where.file), line->where.line, share * 100,
        escaped_html(record::states_text(line->warp_cycles, all, kMostStates)),
        escaped_html(record::wait_text(*line)));
  }
  return rows;
}

/// Bytes that an SM had asked L2 for and not got yet, over the launch's time.
std::string in_flight(const record::RunRecord& record, const record::Launch& launch) {
  const auto kept = record::timeline_of(record, launch);
  if (!kept) return {};
  const record::ClockTimeline& timeline = *kept;
  if (timeline.bytes_in_flight.size() < 2 || !(record.device.clock_hz > 0)) return {};
  constexpr double kMicro = 1e6;
  const double interval_us =
      static_cast<double>(timeline.interval_cycles) / record.device.clock_hz * kMicro;
  Curve curve;
  curve.name = fmt::format("launch {}", launch.id);
  for (const std::uint64_t bytes : timeline.bytes_in_flight) {
    // The first one begins at 0; labels of the axis have two decimals.
    const double begin_us = static_cast<double>(curve.points.size()) * interval_us;
    curve.points.emplace_back(std::round(begin_us * 100) / 100,
                              static_cast<double>(bytes) / std::max(1U, launch.clock->sms));
  }
  Plot plot;
  plot.title = fmt::format("Launch {}, {}: bytes in flight for an SM (modelled)", launch.id,
                           record::short_kernel_name(launch.kernel, kWidestKernel));
  plot.x_label = "time, \u00b5s";
  plot.y_label = "bytes";
  plot.y_text = [](double bytes) { return bytes_text(static_cast<std::uint64_t>(bytes)); };
  plot.curves.push_back(std::move(curve));
  return svg(plot) + "\n";
}

/// Of the longest launches that have one.
std::string plots(const record::RunRecord& record) {
  std::vector<const record::Launch*> shown;
  for (const auto& launch : record.launches) {
    if (launch.clock && record.timelines && record.timelines->has(launch.id))
      shown.push_back(&launch);
  }
  std::ranges::stable_sort(shown, std::greater{}, &record::Launch::duration_s);
  shown.resize(std::min(shown.size(), kMostPlots));
  std::string text;
  try {
    for (const auto* launch : shown) text += in_flight(record, *launch);
  } catch (const record::RecordError&) {
    return {};  // html::transfers() says it
  }
  return text;
}

}  // namespace

std::string stalls(const record::RunRecord& record) {
  std::string launches, lines;
  std::size_t count = 0;
  for (const auto& launch : record.launches) {
    if (!launch.clock || count == kMostTimedLaunches) continue;
    ++count;
    launches += row_of(record, launch);
    lines += rows_of_lines(launch);
  }
  if (launches.empty()) return {};
  auto text = fmt::format(
      "<h2>Warps by the clock ({})</h2>\n<table class=\"launches\">\n<tr><th>launch</th>"
      "<th>kernel</th><th>warps on an SM</th><th>of the most it can hold</th>"
      "<th>issue slots used</th><th>memory, of peak</th><th>compute, of peak</th><th>parts that "
      "are used most</th>"
      "<th>what warps wait for, of their cycles</th></tr>\n{}</table>\n",
      record::in_words(record.device.times), launches);
  if (!lines.empty())
    text += fmt::format(
        "<table class=\"launches\">\n<tr><th>launch</th><th>where</th>"
        "<th>of its warps' cycles</th><th>waits for</th><th>longest</th></tr>\n{}</table>\n",
        lines);
  text += plots(record) + "<p class=\"quiet\">";
  for (const auto& state : record::warp_states())
    text += fmt::format("<b>{}</b>: {}. ", state.name, escaped_html(state.meaning));
  return text + "</p>\n";
}

}  // namespace warpscope::runner::html
