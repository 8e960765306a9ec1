#include "runner/grading/class_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "base/text_of_others.h"
#include "record/json_value.h"
#include "record/names.h"
#include "runner/report/table.h"

namespace warpscope::runner {
namespace {

/// The check that lost most points; nothing when none did.
const record::Check* dearest_check(const record::RunRecord& record) {
  if (!record.score || record.score->checks.empty()) return nullptr;
  const auto lost = [](const record::Check& check) { return check.max_points - check.points; };
  const auto check = std::ranges::max_element(record.score->checks, {}, lost);
  return lost(*check) > 0 ? &*check : nullptr;
}

/// The first finding with its place: "out-of-bounds:17".
std::string first_finding(const record::RunRecord& record) {
  if (record.findings.empty()) return {};
  const auto& finding = record.findings.front();
  return finding.where ? fmt::format("{}:{}", finding.id, finding.where->line) : finding.id;
}

std::vector<double> sorted_points(const ClassResults& results) {
  std::vector<double> points;
  for (const auto& row : results.rows) {
    if (is_graded(row)) points.push_back(points_of(row));
  }
  std::ranges::sort(points);
  return points;
}

std::string summary(const ClassResults& results) {
  const auto points = sorted_points(results);
  auto text = fmt::format("{} of {} submissions graded", points.size(), results.rows.size());
  if (!points.empty()) {
    const double mean =
        std::accumulate(points.begin(), points.end(), 0.0) / static_cast<double>(points.size());
    const auto middle = points.size() / 2;
    const double median =
        points.size() % 2 == 1 ? points[middle] : (points[middle - 1] + points[middle]) / 2;
    text += fmt::format("; mean {:.1f}, median {:g}, lowest {:g}, highest {:g} of {:g} points",
                        mean, median, points.front(), points.back(), most_points(results));
  }
  const auto ours = std::ranges::count_if(results.rows, &ClassRow::is_our_fault);
  if (ours > 0) {
    text += fmt::format("; {} failed because of Warpscope, not of the student", ours);
  }
  return text + fmt::format("; seed {}\n", results.seed);
}

/// "Changed since the last grading: ada 80 -> 85, bob 40 -> 0."
std::string changes(const ClassResults& results) {
  std::string text;
  for (const auto& row : results.rows) {
    if (!row.earlier_points || !is_graded(row) || *row.earlier_points == points_of(row)) continue;
    text +=
        fmt::format("{}{} {:g} -> {:g}", text.empty() ? "Changed since the last grading: " : ", ",
                    file_name_for(row.submission.name), *row.earlier_points, points_of(row));
  }
  return text.empty() ? text : text + ".\n";
}

/// All lines but the first this far to the right. JSON has no line ends inside of strings.
std::string indented(std::string_view text, std::size_t columns) {
  std::string result;
  for (const char letter : text) {
    result += letter;
    if (letter == '\n') result.append(columns, ' ');
  }
  return result;
}

}  // namespace

RowSummary summary_of(const record::RunRecord& record) {
  RowSummary summary;
  summary.outcome = record.outcome.kind;
  if (record.score) {
    summary.points = record.score->points;
    summary.max_points = record.score->max_points;
  }
  summary.first_finding = first_finding(record);
  // Where nothing ran, all checks have lost their points to the compiler's error.
  const bool has_run = record.outcome.kind != record::Outcome::Kind::compile_error;
  if (const auto* check = dearest_check(record); has_run && check != nullptr)
    summary.dearest_check = check->title;
  if (!record.score) summary.message = record.outcome.message;
  return summary;
}

ClassResults load_class(const std::filesystem::path& folder) {
  std::error_code error;
  const auto plan = std::filesystem::is_directory(folder, error) ? GradingFolder(folder).load_plan()
                                                                 : std::nullopt;
  if (!plan) {
    throw std::runtime_error(folder.string() +
                             " holds no results of a class; give the folder that "
                             "warpscope grade keeps them in (grades/LAB).");
  }
  const GradingFolder grading(folder);
  ClassResults results{std::filesystem::path(plan->lab).filename().string(), plan->seed, {}};
  results.load = [grading](const Submission& one) { return grading.earlier_result(one); };
  for (const auto& submission : plan->submissions) {
    ClassRow row;
    row.submission = submission;
    row.problem = submission.problem;
    const auto result = row.problem.empty() ? grading.earlier_result(submission) : std::nullopt;
    if (result) row.summary = summary_of(result->record);
    if (!result && row.problem.empty()) row.problem = "It is not graded yet.";
    row.is_our_fault = row.summary && row.summary->outcome == record::Outcome::Kind::tool_error;
    results.rows.push_back(std::move(row));
  }
  return results;
}

double points_of(const ClassRow& row) { return row.summary ? row.summary->points.value_or(0) : 0; }

bool is_graded(const ClassRow& row) {
  return row.summary && row.summary->points && !row.is_our_fault;
}

std::string reason_not_graded(const ClassRow& row) {
  if (is_graded(row)) return {};
  const auto why =
      !row.summary || row.summary->message.empty() ? row.problem : row.summary->message;
  if (row.is_our_fault) return "Warpscope failed, not the student. " + one_line_of_others(why);
  return one_line_of_others(why.empty() ? "It was not graded." : why);
}

double late_penalty(const ClassResults& results, const ClassRow& row) {
  if (!results.late) return 0;
  const auto submitted = parse_time(row.submission.student.submitted);
  if (!submitted) return 0;
  constexpr double kHundredths = 100;
  const double lost = points_of(row) * late_penalty_share(*results.late, *submitted);
  return std::round(lost * kHundredths) / kHundredths;
}

double most_points(const ClassResults& results) {
  for (const auto& row : results.rows) {
    if (row.summary && row.summary->points) return row.summary->max_points;
  }
  return 0;
}

std::string outcome_of(const ClassRow& row) {
  if (!row.summary) return "not graded";
  return std::string(record::in_words(row.summary->outcome));
}

std::string class_table(const ClassResults& results) {
  using Align = TextTable::Align;
  TextTable table({{"submission"},
                   {"points", Align::right},
                   {"outcome"},
                   {"first finding"},
                   {"most points lost in"}});
  for (const auto& row : results.rows) {
    if (!is_graded(row)) {
      table.add_row(
          {file_name_for(row.submission.name), "-", outcome_of(row), "", reason_not_graded(row)});
      continue;
    }
    const double late = late_penalty(results, row);
    const auto points = fmt::format("{:g}", points_of(row) - late);
    table.add_row({file_name_for(row.submission.name),
                   late > 0                         ? fmt::format("{} (late: -{:g})", points, late)
                   : row.submission.student.is_late ? points + " (late)"
                                                    : points,
                   outcome_of(row), row.summary->first_finding, row.summary->dearest_check});
  }
  return table.text() + "\n" + summary(results) + changes(results);
}

void write_class_json(const ClassResults& results, std::ostream& to) {
  using nlohmann::json;
  to << "{\n  \"lab\": " << record::to_text(json(results.lab)) << ",\n  \"seed\": " << results.seed
     << ",\n  \"submissions\": [";
  constexpr std::size_t kColumns = 4;
  const char* between = "\n    ";
  for (const auto& row : results.rows) {
    const auto result = row.summary ? results.load(row.submission) : std::nullopt;
    const json entry = {{"name", row.submission.name},
                        {"student_id", row.submission.student.id},
                        {"problem", is_graded(row) ? row.problem : reason_not_graded(row)},
                        {"note", row.submission.note},
                        {"submitted", row.submission.student.submitted},
                        {"is_late", row.submission.student.is_late},
                        {"late_penalty", late_penalty(results, row)},
                        {"result", result ? record::parse_json(result->json) : json()}};
    to << between << indented(record::to_text(entry, 2), kColumns);
    between = ",\n    ";
  }
  to << (results.rows.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace warpscope::runner
