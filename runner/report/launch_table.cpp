#include "runner/report/launch_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/quantity.h"
#include "base/text_of_others.h"
#include "record/capabilities.h"
#include "record/cut_off.h"
#include "record/kernel_name.h"
#include "record/measurement.h"
#include "record/names.h"
#include "record/occupancy.h"
#include "record/phases.h"
#include "record/ranges.h"
#include "record/sample.h"
#include "runner/metrics/launch_columns.h"
#include "runner/report/size_text.h"
#include "runner/report/stall_table.h"
#include "runner/report/table.h"
#include "runner/report/transfer_table.h"

namespace warpscope::runner {
namespace {

constexpr std::size_t kMostWidth = 160;
constexpr std::size_t kWidestRange = 32;
constexpr std::size_t kWidestKernel = 48, kNarrowestKernel = 16;

std::string value_text(const LaunchColumn& column, const record::Launch& launch) {
  const auto value = column.value(launch.counters);
  return column.is_ratio || !value ? ratio_text(value)
                                   : count_text(static_cast<std::uint64_t>(*value));
}

TextTable table_of(const record::RunRecord& record, std::span<const record::Launch> launches,
                   const std::vector<LaunchColumn>& columns, std::size_t kernel_width) {
  using enum TextTable::Align;
  std::vector<TextTable::Column> headings{
      {"launch", right}, {"kernel"}, {"grid"}, {"block"}, {"time", right}};
  for (const auto& column : columns) {
    headings.push_back({std::string(column.heading), right, std::string(column.group)});
  }
  const bool has_samples = std::ranges::any_of(
      record.launches, [](const auto& launch) { return launch.sampled_blocks.has_value(); });
  if (has_samples) headings.insert(headings.begin() + 3, {"blocks run", right});
  const bool has_occupancy = record.device.multiprocessor.has_value();
  if (has_occupancy) headings.push_back({"occupancy"});
  const bool has_ranges =
      std::ranges::any_of(launches, [](const auto& launch) { return !launch.ranges.empty(); });
  if (has_ranges) headings.push_back({"range"});
  TextTable table(std::move(headings));
  for (const auto& launch : launches) {
    std::vector<std::string> cells{
        std::to_string(launch.id),
        one_line_of_others(record::short_kernel_name(launch.kernel, kernel_width)),
        size_text(launch.grid), size_text(launch.block), record::launch_time_text(launch)};
    if (has_samples)
      cells.insert(cells.begin() + 3, count_text(record::blocks_to_run(launch)) +
                                          (launch.sampled_blocks ? " (sample)" : ""));
    for (const auto& column : columns) cells.push_back(value_text(column, launch));
    if (has_occupancy) cells.push_back(record::occupancy_text(record, launch));
    if (has_ranges)
      cells.push_back(one_line_of_others(record::ranges_text(record, launch.ranges, kWidestRange)));
    table.add_row(std::move(cells));
  }
  return table;
}

/// Of which launches the counts of machine code are not exact.
std::string uncertain_text(std::span<const record::Launch> launches) {
  std::string text;
  for (const auto certainty : {record::Certainty::at_least, record::Certainty::about}) {
    std::vector<std::uint32_t> ids;
    for (const auto& launch : launches) {
      if (launch.machine_instructions == certainty) ids.push_back(launch.id);
    }
    if (!ids.empty())
      text += fmt::format("Instructions of machine code are {} so many in: launch {}.\n",
                          record::in_words(certainty), fmt::join(ids, ", "));
  }
  return text;
}

}  // namespace

std::string launch_table(const record::RunRecord& record, std::size_t most_rows,
                         std::string_view where) {
  if (record.launches.empty()) return "No kernel was launched.\n";
  const auto shown = std::span(record.launches).first(std::min(record.launches.size(), most_rows));
  const auto columns = launch_columns(record);
  auto table = table_of(record, shown, columns, kWidestKernel);
  if (table.width() > kMostWidth) {
    const auto excess = table.width() - kMostWidth;
    std::size_t widest = 0;
    for (const auto& launch : shown) {
      widest =
          std::max(widest, display_width(record::short_kernel_name(launch.kernel, kWidestKernel)));
    }
    table = table_of(record, shown, columns,
                     widest > kNarrowestKernel + excess ? widest - excess : kNarrowestKernel);
  }
  auto text = fmt::format("Launches on {} (times {}, counters {}):\n{}", record.device.name,
                          record::in_words(record.device.times),
                          record::in_words(record.device.counters), table.text());
  for (const auto& sentence : record::measurement_sentences(record))
    text += one_line_of_others(sentence) + "\n";
  if (const auto reason = record::why_not_counted(record.device); !reason.empty())
    text += fmt::format("{}\n", reason);
  if (record.launches.size() > most_rows) {
    text += fmt::format("and {} more launches; {}.\n", record.launches.size() - most_rows, where);
  }
  text +=
      uncertain_text(shown) + stall_table(record, most_rows) + transfer_table(record, most_rows);
  for (const auto& launch : record.launches) {
    if (const auto cut_off = record::cut_off_text(launch); !cut_off.empty())
      text += one_line_of_others(cut_off) + "\n";
    if (const auto sum = record::sum_text(launch); !sum.empty())
      text += one_line_of_others(sum) + "\n";
  }
  for (const auto& sentence : record::sample_sentences(record))
    text += one_line_of_others(sentence) + "\n";
  if (const auto phases = record::phases_in_words(record); !phases.empty()) text += phases + ".\n";
  if (const auto ranges = record::ranges_in_words(record); !ranges.empty()) text += ranges + ".\n";
  return text;
}

}  // namespace warpscope::runner
