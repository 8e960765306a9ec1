#include "runner/report/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "record/derived.h"
#include "record/metrics.h"
#include "record/names.h"
#include "record/phases.h"
#include "runner/findings/source_text.h"
#include "runner/report/table.h"

namespace warpscope::runner {
namespace {

using record::RunRecord;
using Align = TextTable::Align;

enum class Colour : std::uint8_t { red = 31, green = 32, yellow = 33, bold = 1 };

std::string coloured(std::string text, Colour colour, TextStyle style) {
  if (!style.has_colour) return text;
  return fmt::format("\033[{}m{}\033[0m", static_cast<int>(colour), text);
}

std::string place(const std::optional<record::SourceLine>& where) {
  return where ? fmt::format("{}:{}", where->file, where->line) : std::string();
}

std::string heading(const RunRecord& record, TextStyle style) {
  auto text =
      coloured(record.lab.empty() ? record.program.label : record.lab + ", " + record.program.label,
               Colour::bold, style);
  text += fmt::format("  {}\n", record.program.path);
  text +=
      fmt::format("on {} ({}); counters: {}, times: {}", record.device.name, record.device.id,
                  record::in_words(record.device.counters), record::in_words(record.device.times));
  if (!record.program.sandbox.empty()) {
    text += fmt::format("; kept apart by {}", record.program.sandbox);
  }
  return text + fmt::format("; seed {}\n\n", record.seed);
}

std::string outcome(const RunRecord& record, TextStyle style) {
  const bool is_good = record.outcome.kind == record::Outcome::Kind::completed;
  auto text = "Outcome: " + coloured(std::string(record::in_words(record.outcome.kind)),
                                     is_good ? Colour::green : Colour::red, style);
  if (!record.outcome.message.empty()) text += ". " + record.outcome.message;
  text += "\n";
  if (record.outcome.kind == record::Outcome::Kind::compile_error ||
      !record.outcome.compiler_output.empty()) {
    text += "\nThe compiler says:\n" + record.outcome.compiler_output;
  }
  if (!record.outcome.program_output.empty()) {
    text += "\nThe program printed:\n" + record.outcome.program_output;
    if (text.back() != '\n') text += '\n';
  }
  return text;
}

std::string score(const RunRecord& record, TextStyle style) {
  if (!record.score) return {};
  auto text =
      fmt::format("\n{}\n", coloured(fmt::format("Score: {:g} of {:g} points", record.score->points,
                                                 record.score->max_points),
                                     Colour::bold, style));
  for (const auto& check : record.score->checks) {
    const bool is_full = check.points >= check.max_points;
    text += fmt::format(
        "  {} {:>5g} / {:<5g} {}\n",
        coloured(is_full ? "ok  " : "lost", is_full ? Colour::green : Colour::red, style),
        check.points, check.max_points, check.title);
    if (!check.reason.empty()) text += fmt::format("       {}\n", check.reason);
  }
  return text;
}

std::string cases(const RunRecord& record) {
  if (record.cases.empty()) return {};
  TextTable table({{"case"},
                   {"verdict"},
                   {"launches", Align::right},
                   {"time", Align::right},
                   {"useful bandwidth", Align::right},
                   {"sectors/load", Align::right},
                   {"sectors/store", Align::right},
                   {"lanes", Align::right}});
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    const auto counters = record::case_counters(record, i);
    const auto launches = std::ranges::count_if(
        record.launches, [&](const auto& launch) { return launch.case_index == i; });
    const auto ratio = [&](std::string_view name) {
      return ratio_text(record::metric_value(name, counters));
    };
    table.add_row({item.name, std::string(record::in_words(item.verdict)), std::to_string(launches),
                   time_text(record::case_kernel_s(record, i)),
                   bandwidth_text(record::effective_bandwidth_bytes_per_s(record, i)),
                   ratio(record::derived::kSectorsPerLoadRequest),
                   ratio(record::derived::kSectorsPerStoreRequest),
                   ratio(record::derived::kLanesPerInstruction)});
  }
  return fmt::format("\nCases (times {}, counters {}):\n{}", record::in_words(record.device.times),
                     record::in_words(record.device.counters), table.text(2));
}

std::string phases(const RunRecord& record) {
  const auto text = record::phases_in_words(record);
  return text.empty() ? text : fmt::format("\n{}.\n", text);
}

Colour colour_of(record::Finding::Severity severity) {
  return severity == record::Finding::Severity::error ? Colour::red : Colour::yellow;
}

}  // namespace

std::string findings_text(const RunRecord& record, TextStyle style) {
  if (record.findings.empty()) return {};
  std::string text = "\nFindings:\n";
  for (const auto& finding : record.findings) {
    text += fmt::format(
        "  {} {}{}{} [{}]\n",
        coloured(std::string(record::name(finding.severity)), colour_of(finding.severity), style),
        place(finding.where), finding.where ? ": " : "", finding.title, finding.id);
    if (!finding.cause.empty()) text += fmt::format("      {}\n", finding.cause);
    if (!finding.lanes.empty()) text += fmt::format("      {}\n", finding.lanes);
    if (!finding.hint.empty()) text += fmt::format("      Hint: {}\n", finding.hint);
    if (!finding.lesson.empty()) text += fmt::format("      Lesson: {}\n", finding.lesson);
  }
  return text;
}

std::string text_report(const RunRecord& record, TextStyle style) {
  return heading(record, style) + outcome(record, style) + score(record, style) +
         findings_text(record, style) + cases(record) + phases(record);
}

std::string launch_table(const RunRecord& record, std::size_t most_rows) {
  if (record.launches.empty()) return "No kernel was launched.\n";
  TextTable table({{"launch", Align::right},
                   {"kernel"},
                   {"grid"},
                   {"block"},
                   {"time", Align::right},
                   {"load requests", Align::right},
                   {"sectors", Align::right},
                   {"store requests", Align::right},
                   {"sectors", Align::right},
                   {"shared wavefronts", Align::right},
                   {"conflicts", Align::right},
                   {"lanes", Align::right},
                   {"divergent", Align::right}});
  const auto size = [](const record::Dim3& of) {
    return fmt::format("{}x{}x{}", of.x, of.y, of.z);
  };
  for (const auto& launch : record.launches) {
    if (launch.id >= most_rows) break;
    const auto sum = [&](std::string_view first, std::string_view second = {}) {
      const auto value = [&](std::string_view name) {
        const auto found = launch.counters.find(name);
        return found == launch.counters.end() ? std::uint64_t{0} : found->second;
      };
      return count_text(value(first) + (second.empty() ? 0 : value(second)));
    };
    using namespace record::metric;
    table.add_row(
        {std::to_string(launch.id), kernel_base_name(launch.kernel), size(launch.grid),
         size(launch.block), time_text(launch.duration_s), sum(kLoadRequests), sum(kLoadSectors),
         sum(kStoreRequests), sum(kStoreSectors),
         sum(kSharedLoadWavefronts, kSharedStoreWavefronts),
         sum(kSharedLoadConflicts, kSharedStoreConflicts),
         ratio_text(record::metric_value(record::derived::kLanesPerInstruction, launch.counters)),
         sum(kDivergentBranches)});
  }
  auto text = fmt::format("Launches on {} (times {}, counters {}):\n{}", record.device.name,
                          record::in_words(record.device.times),
                          record::in_words(record.device.counters), table.text());
  if (record.launches.size() > most_rows) {
    text += fmt::format("and {} more launches; --record FILE keeps them all.\n",
                        record.launches.size() - most_rows);
  }
  if (const auto phases = record::phases_in_words(record); !phases.empty()) text += phases + ".\n";
  return text;
}

}  // namespace warpscope::runner
