#include "runner/report/html/stalls.h"

#include <fmt/format.h>

#include <optional>

#include "base/html_text.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "record/warp_states.h"

namespace warpscope::runner::html {
namespace {

constexpr std::size_t kMostTimedLaunches = 200, kMostLinesOfALaunch = 8, kMostStates = 4;

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
  text += "<p class=\"quiet\">";
  for (const auto& state : record::warp_states())
    text += fmt::format("<b>{}</b>: {}. ", state.name, escaped_html(state.meaning));
  return text + "</p>\n";
}

}  // namespace warpscope::runner::html
