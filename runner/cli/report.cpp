// warpscope report
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/files.h"
#include "record/export/chrome_trace.h"
#include "record/export/csv.h"
#include "record/export/transfers_csv.h"
#include "record/labels.h"
#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/terminal.h"
#include "runner/report/html/page.h"
#include "runner/report/record_diff.h"
#include "runner/report/text.h"
#include "runner/report/transfer_table.h"

namespace warpscope::cli {
namespace {

struct ReportOptions {
  std::vector<std::string> records;
  std::string html, csv, stalls, transfers, trace;
  bool is_text = false, is_diff = false;
};

/// "-" is standard output.
void write(const std::string& path, const std::string& text) {
  if (path == "-") {
    fmt::print("{}", text);
  } else {
    write_file(path, text);
  }
}

/// The cases, or the launches where no record has cases.
std::string csv(const std::vector<record::RunRecord>& records) {
  const auto has_cases = [](const record::RunRecord& record) { return !record.cases.empty(); };
  if (std::ranges::none_of(records, has_cases)) return record::launches_to_csv(records);
  for (const auto& record : records) {
    if (has_cases(record)) continue;
    fmt::print(stderr,
               "warpscope: {} has no cases, so this table has nothing of it; ask for its launches "
               "in a command of its own.\n",
               record.program.label);
  }
  return record::cases_to_csv(records);
}

/// Of the longest launches of a lab's run; its launches have no table here.
std::string longest_transfers(const record::RunRecord& record) {
  constexpr std::size_t kMostLaunches = 5;
  const std::string text = runner::transfer_table(record, kMostLaunches);
  return text.empty() ? text : "\n" + text;
}

int report(const ReportOptions& options) {
  std::vector<record::RunRecord> records;
  for (const auto& path : options.records) {
    records.push_back(record::load(path));
    const auto& timelines = records.back().timelines;
    if (timelines && !timelines->problem().empty())
      fmt::print(stderr, "warpscope: {}\n", timelines->problem());
  }
  record::make_labels_distinct(records);
  if (options.is_diff) {
    if (records.size() != 2) throw UsageError("--diff compares two records: report --diff A B.");
    fmt::print("{}", runner::record_diff(records[0], records[1]));
    return 0;
  }
  if (!options.html.empty()) write(options.html, runner::html_report(records));
  if (!options.csv.empty()) write(options.csv, csv(records));
  if (!options.trace.empty()) write(options.trace, record::to_chrome_trace(records.front()));
  if (!options.stalls.empty()) write(options.stalls, record::stalls_to_csv(records));
  if (!options.transfers.empty()) write(options.transfers, record::transfers_to_csv(records));
  const bool is_other = !options.html.empty() || !options.csv.empty() || !options.trace.empty() ||
                        !options.stalls.empty() || !options.transfers.empty();
  if (options.is_text || !is_other) {
    for (const auto& record : records) {
      fmt::print("{}", runner::text_report(record, style_of_output()));
      if (!record.cases.empty()) fmt::print("{}", longest_transfers(record));
    }
  }
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ReportOptions>();
  auto* command = app.add_subcommand("report", "Show or convert run records");
  command
      ->add_option("RECORD", options->records,
                   "run records; curves show all of them, the rest the first")
      ->required();
  command->add_flag("--text", options->is_text, "as text, also when nothing else is asked for");
  command->add_flag("--diff", options->is_diff,
                    "compare the launches and the source lines of two records: what there is more "
                    "or less of");
  command->add_option("--html", options->html, "write one HTML file; - is standard output");
  command->add_option("--csv", options->csv,
                      "write a table of the cases, or of the launches of programs without cases; - "
                      "is standard output");
  command->add_option(
      "--stalls", options->stalls,
      "write a table of what warps waited for at each source line, of launches that "
      "exec --clock or run LAB --clock timed; - is standard output");
  command->add_option(
      "--transfers", options->transfers,
      "write a table of what warps brought to shared memory, when it was asked for, there and "
      "used, of launches that the clock timed; - is standard output");
  command->add_option("--trace", options->trace,
                      "write the timeline for Perfetto; - is standard output");
  command->callback([options, &action] {
    action = [options](const std::stop_token&) { return report(*options); };
  });
}

}  // namespace warpscope::cli
