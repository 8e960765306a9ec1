#include "runner/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "base/text_of_others.h"
#include "record/capabilities.h"
#include "record/measurement.h"
#include "record/names.h"
#include "record/phases.h"
#include "runner/metrics/case_columns.h"
#include "runner/origin/task_writers.h"
#include "runner/report/launch_table.h"
#include "runner/report/predictions.h"
#include "runner/report/table.h"

namespace warpscope::runner {
namespace {

using record::RunRecord;
using Align = TextTable::Align;

/// Before each line of what a compiler or a program said.
constexpr std::string_view kMargin = "  | ";

/// So many lines of what a program printed are shown, from its beginning and its end: an assertion
/// of each thread is hundreds, and a score stands below them.
constexpr std::size_t kFirstLines = 30, kLastLines = 10;

enum class Colour : std::uint8_t { red = 31, green = 32, yellow = 33, bold = 1 };

std::string coloured(std::string text, Colour colour, TextStyle style) {
  if (!style.has_colour) return text;
  return fmt::format("\033[{}m{}\033[0m", static_cast<int>(colour), text);
}

std::string place(const std::optional<record::SourceLine>& where) {
  return where ? fmt::format("{}:{}", one_line_of_others(where->file), where->line) : std::string();
}

std::string heading(const RunRecord& record, TextStyle style) {
  auto text =
      coloured(one_line_of_others(record.lab.empty() ? record.program.label
                                                     : record.lab + ", " + record.program.label),
               Colour::bold, style);
  text += fmt::format("  {}\n", one_line_of_others(record.program.path));
  text +=
      fmt::format("on {} ({}); counters: {}, times: {}", record.device.name, record.device.id,
                  record::in_words(record.device.counters), record::in_words(record.device.times));
  if (!record.program.sandbox.empty()) {
    text += fmt::format("; kept apart by {}", record.program.sandbox);
  }
  if (!record.lab.empty() && style.has_seed) text += fmt::format("; seed {}", record.seed);
  text += "\n";
  if (record.cases.empty()) return text + "\n";  // the table of launches says it
  for (const auto& sentence : record::measurement_sentences(record))
    text += one_line_of_others(sentence) + "\n";
  return text + "\n";
}

/// The output, without the lines in its middle.
std::string printed(const std::string& output) {
  auto text = lines_of_others(output, kMargin);
  std::vector<std::size_t> begins{0};
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '\n') begins.push_back(i + 1);
  if (begins.size() <= kFirstLines + kLastLines + 1) return text;
  const auto left_out = begins.size() - kFirstLines - kLastLines;
  return text.substr(0, begins[kFirstLines]) +
         fmt::format("    ({} more lines, which the run record has)\n", count_text(left_out)) +
         text.substr(begins[begins.size() - kLastLines]);
}

std::string outcome(const RunRecord& record, TextStyle style) {
  const bool is_good = record.outcome.kind == record::Outcome::Kind::completed;
  auto text = "Outcome: " + coloured(std::string(record::in_words(record.outcome.kind)),
                                     is_good ? Colour::green : Colour::red, style);
  if (!record.outcome.message.empty()) text += ". " + one_line_of_others(record.outcome.message);
  text += "\n";
  if (record.outcome.kind == record::Outcome::Kind::compile_error ||
      !record.outcome.compiler_output.empty()) {
    text += "\nThe compiler says:\n" + lines_of_others(record.outcome.compiler_output, kMargin);
  }
  if (!record.outcome.is_output_kept) {
    text += "What the program printed is not kept in the record.\n";
  }
  if (!record.outcome.program_output.empty()) {
    text += "\nThe program printed:\n" + printed(record.outcome.program_output);
  }
  return text;
}

/// How much of its points a check gives, in a word.
std::pair<std::string, Colour> mark_of(const record::Check& check) {
  if (!record::is_judged(check)) return {"none", Colour::yellow};
  if (check.points >= check.max_points) return {"ok  ", Colour::green};
  if (check.points > 0) return {"part", Colour::yellow};
  return {"lost", Colour::red};
}

std::string score(const RunRecord& record, TextStyle style) {
  if (!record.score) return {};
  auto text =
      fmt::format("\n{}\n", coloured(fmt::format("Score: {:g} of {:g} points", record.score->points,
                                                 record.score->max_points),
                                     Colour::bold, style));
  // Each check would give the one reason that stands above, below what the compiler says.
  if (record.outcome.kind == record::Outcome::Kind::compile_error) return text;
  for (const auto& check : record.score->checks) {
    const auto& [word, colour] = mark_of(check);
    text += fmt::format("  {} {:>5g} / {:<5g} {}\n", coloured(word, colour, style), check.points,
                        check.max_points, check.title);
    if (!check.reason.empty()) text += fmt::format("       {}\n", one_line_of_others(check.reason));
  }
  return text;
}

/// "Hints opened: 2 in task 1, 1 in task 3."
std::string opened_hints(const RunRecord& record) {
  std::string text;
  for (const auto& hints : record.opened_hints) {
    text += fmt::format("{}{} in task {}", text.empty() ? "\nHints opened: " : ", ", hints.opened,
                        hints.task);
  }
  return text.empty() ? text : text + ".\n";
}

/// The student's answers to the handout's last questions, as they stand.
std::string explanations_text(const RunRecord& record) {
  std::string text;
  for (const auto& explanation : record.explanations) {
    std::string question = explanation.question;
    std::ranges::replace(question, '\n', ' ');
    text += fmt::format("{}  {}. {}\n{}", text.empty() ? "\nExplained:\n" : "", explanation.number,
                        one_line_of_others(question), lines_of_others(explanation.text, kMargin));
  }
  return text;
}

std::string cases(const RunRecord& record) {
  if (record.cases.empty()) return {};
  auto shown = case_columns(record);
  std::erase_if(shown, [](const CaseColumn& column) { return !column.is_printed; });
  std::vector<TextTable::Column> columns{{"case"}, {"verdict"}, {"launches", Align::right}};
  for (const auto& column : shown) columns.push_back({std::string(column.heading), Align::right});
  TextTable table(columns);
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    const auto launches = std::ranges::count_if(
        record.launches, [&](const auto& launch) { return launch.case_index == i; });
    std::vector<std::string> row{one_line_of_others(item.name),
                                 std::string(record::in_words(item.verdict)),
                                 std::to_string(launches)};
    for (const auto& column : shown) row.push_back(case_text(column, record, i));
    table.add_row(std::move(row));
  }
  auto text =
      fmt::format("\nCases (times {}, counters {}):\n{}", record::in_words(record.device.times),
                  record::in_words(record.device.counters), table.text(2));
  if (const auto reason = record::why_not_counted(record.device); !reason.empty())
    text += fmt::format("  {}\n", reason);
  return text;
}

std::string writers(const RunRecord& record) {
  const auto rows = answer_writers(record);
  if (rows.empty()) return {};
  TextTable table({{"task"}, {"last written by"}, {"bytes", Align::right}, {"", Align::right}});
  for (const auto& row : rows) {
    table.add_row({one_line_of_others(row.task), one_line_of_others(row.writer),
                   std::to_string(row.bytes), percent_text(row)});
  }
  return "\nWho wrote the answers, where that is known of the whole answer:\n" + table.text(2);
}

/// What a report has instead of cases where no judge set any; with the phases.
std::string launches(const RunRecord& record) {
  constexpr std::size_t kMostRows = 1000;
  return "\n" + launch_table(record, kMostRows, "--csv has them all");
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
  // Of findings that differ in their lines only, that many say why.
  constexpr std::size_t kMostAlike = 3;
  if (record.findings.empty()) return {};
  std::string text = "\nFindings:\n";
  std::map<std::pair<std::string, std::string>, std::size_t> alike;  ///< by id and hint
  for (const auto& finding : record.findings) {
    const std::size_t before = alike[{finding.id, finding.hint}]++;
    text += fmt::format(
        "  {} {}{}{} [{}]\n",
        coloured(std::string(record::name(finding.severity)), colour_of(finding.severity), style),
        place(finding.where), finding.where ? ": " : "", one_line_of_others(finding.title),
        one_line_of_others(finding.id));
    if (before >= kMostAlike) continue;
    if (!finding.cause.empty())
      text += fmt::format("      {}\n", one_line_of_others(finding.cause));
    if (!finding.lanes.empty())
      text += fmt::format("      {}\n", one_line_of_others(finding.lanes));
    if (before > 0) continue;
    if (!finding.hint.empty())
      text += fmt::format("      Hint: {}\n", one_line_of_others(finding.hint));
    if (!finding.lesson.empty()) text += fmt::format("      Lesson: {}\n", finding.lesson);
  }
  return text;
}

std::string text_report(const RunRecord& record, TextStyle style) {
  const bool has_launches = record.lab.empty() && record.cases.empty();
  return heading(record, style) + outcome(record, style) + score(record, style) +
         opened_hints(record) + predictions_text(record) + explanations_text(record) +
         findings_text(record, style) +
         (has_launches ? launches(record) : cases(record) + writers(record) + phases(record));
}

}  // namespace warpscope::runner
