#include "runner/report/html/launches.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/html_text.h"
#include "base/quantity.h"
#include "record/cut_off.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "record/occupancy.h"
#include "record/ranges.h"
#include "record/sample.h"
#include "runner/metrics/launch_columns.h"

namespace warpscope::runner::html {
namespace {

/// A page with more rows takes a browser seconds.
constexpr std::size_t kMostLaunchRows = 1000;

/// Two rows: groups, and the columns in them.
std::string launch_headings(const record::RunRecord& record,
                            const std::vector<LaunchColumn>& columns) {
  auto groups = fmt::format(
      "<tr><th rowspan=\"2\">launch</th><th rowspan=\"2\">kernel</th><th rowspan=\"2\">grid</th>"
      "<th rowspan=\"2\">block</th><th rowspan=\"2\">time ({})</th>",
      record::in_words(record.device.times));
  std::string headings = "<tr>";
  for (auto at = columns.begin(); at != columns.end();) {
    const auto end =
        at->group.empty() ? at + 1 : std::find_if(at, columns.end(), [&](const auto& column) {
          return column.group != at->group;
        });
    if (at->group.empty()) {
      groups += fmt::format("<th rowspan=\"2\">{}</th>", at->heading);
    } else {
      groups += fmt::format("<th colspan=\"{}\">{}</th>", end - at, at->group);
      for (auto column = at; column != end; ++column) {
        headings += fmt::format("<th class=\"number\">{}</th>", column->heading);
      }
    }
    at = end;
  }
  if (record.device.multiprocessor) groups += "<th rowspan=\"2\">occupancy</th>";
  if (!record.ranges.empty()) groups += "<th rowspan=\"2\">range</th>";
  return groups + "</tr>\n" + headings + "</tr>\n";
}

std::string launch_size(const record::Dim3& size) {
  return fmt::format("{} &times; {} &times; {}", size.x, size.y, size.z);
}

/// The grid, and how much of it was run if that was a sample.
std::string grid_cell(const record::Launch& launch) {
  auto text = launch_size(launch.grid);
  if (launch.sampled_blocks) text += "<br>" + record::sample_text(launch);
  return text;
}

std::string launch_row(const record::RunRecord& record, const record::Launch& launch,
                       const std::vector<LaunchColumn>& columns) {
  auto row = fmt::format(
      "<tr><td class=\"number\">{}</td><td title=\"{}\">{}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td class=\"number\">{}</td>",
      launch.id, escaped_html(launch.kernel),
      escaped_html(record::short_kernel_name(launch.kernel)), grid_cell(launch),
      launch_size(launch.block), record::launch_time_text(launch));
  for (const auto& column : columns) {
    const auto value = column.value(launch.counters);
    row += fmt::format("<td class=\"number\">{}</td>",
                       column.is_ratio || !value ? ratio_text(value)
                                                 : count_text(static_cast<std::uint64_t>(*value)));
  }
  if (record.device.multiprocessor)
    row += fmt::format("<td>{}</td>", escaped_html(record::occupancy_text(record, launch)));
  if (!record.ranges.empty())
    row += fmt::format("<td>{}</td>", escaped_html(record::ranges_text(record, launch.ranges)));
  return row + "</tr>\n";
}

}  // namespace

std::string launches(const record::RunRecord& record) {
  if (!record.cases.empty() || record.launches.empty()) return {};
  const auto columns = launch_columns(record);
  auto text =
      fmt::format("<p class=\"quiet\">On {}. Counters: {}.</p>\n<table class=\"launches\">\n",
                  escaped_html(record.device.name), record::in_words(record.device.counters));
  text += launch_headings(record, columns);
  const auto count = std::min(record.launches.size(), kMostLaunchRows);
  for (std::size_t i = 0; i < count; ++i) text += launch_row(record, record.launches[i], columns);
  text += "</table>\n";
  for (const auto& launch : record.launches) {
    if (const auto cut_off = record::cut_off_text(launch); !cut_off.empty())
      text += fmt::format("<p>{}</p>\n", escaped_html(cut_off));
    if (const auto sum = record::sum_text(launch); !sum.empty())
      text += fmt::format("<p>{}</p>\n", escaped_html(sum));
  }
  for (const auto& sentence : record::sample_sentences(record))
    text += fmt::format("<p>{}</p>\n", escaped_html(sentence));
  if (record.launches.size() > count) {
    text += fmt::format(
        "<p class=\"quiet\">and {} more launches; warpscope report --csv has all of them.</p>\n",
        record.launches.size() - count);
  }
  return text;
}

}  // namespace warpscope::runner::html
