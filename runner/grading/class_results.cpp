#include "runner/grading/class_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

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
    if (row.result && !row.is_our_fault) points.push_back(points_of(row));
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
    if (!row.earlier_points || row.is_our_fault || *row.earlier_points == points_of(row)) continue;
    text +=
        fmt::format("{}{} {:g} -> {:g}", text.empty() ? "Changed since the last grading: " : ", ",
                    file_name_for(row.submission.name), *row.earlier_points, points_of(row));
  }
  return text.empty() ? text : text + ".\n";
}

}  // namespace

ClassResults load_class(const std::filesystem::path& folder) {
  std::error_code error;
  const auto plan = std::filesystem::is_directory(folder, error) ? GradingFolder(folder).load_plan()
                                                                 : std::nullopt;
  if (!plan) {
    throw std::runtime_error(folder.string() +
                             " holds no results of a class; give the folder that "
                             "warpscope grade keeps them in (grades/LAB).");
  }
  ClassResults results{std::filesystem::path(plan->lab).filename().string(), plan->seed, {}};
  for (const auto& submission : plan->submissions) {
    ClassRow row;
    row.submission = submission;
    row.problem = submission.problem;
    if (row.problem.empty()) row.result = GradingFolder(folder).earlier_result(submission);
    if (!row.result && row.problem.empty()) row.problem = "It is not graded yet.";
    row.is_our_fault =
        row.result && row.result->record.outcome.kind == record::Outcome::Kind::tool_error;
    results.rows.push_back(std::move(row));
  }
  return results;
}

double points_of(const ClassRow& row) {
  return row.result && row.result->record.score ? row.result->record.score->points : 0;
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
    if (row.result && row.result->record.score) return row.result->record.score->max_points;
  }
  return 0;
}

std::string outcome_of(const ClassRow& row) {
  if (!row.result) return "not graded";
  return std::string(record::in_words(row.result->record.outcome.kind));
}

std::string class_table(const ClassResults& results) {
  using Align = TextTable::Align;
  TextTable table({{"submission"},
                   {"points", Align::right},
                   {"outcome"},
                   {"first finding"},
                   {"most points lost in"}});
  for (const auto& row : results.rows) {
    if (!row.result) {
      table.add_row({file_name_for(row.submission.name), "-", outcome_of(row), "", row.problem});
      continue;
    }
    const auto* check = dearest_check(row.result->record);
    const double late = late_penalty(results, row);
    const auto points = fmt::format("{:g}", points_of(row) - late);
    table.add_row({file_name_for(row.submission.name),
                   late > 0 ? fmt::format("{} (late: -{:g})", points, late) : points,
                   outcome_of(row), first_finding(row.result->record),
                   check == nullptr ? std::string() : check->title});
  }
  return table.text() + "\n" + summary(results) + changes(results);
}

std::string class_json(const ClassResults& results) {
  using nlohmann::json;
  json submissions = json::array();
  for (const auto& row : results.rows) {
    submissions.push_back({{"name", row.submission.name},
                           {"student_id", row.submission.student.id},
                           {"problem", row.problem},
                           {"late_penalty", late_penalty(results, row)},
                           {"result", row.result ? record::parse_json(row.result->json) : json()}});
  }
  const json document = {
      {"lab", results.lab}, {"seed", results.seed}, {"submissions", std::move(submissions)}};
  return record::to_text(document, 2) + "\n";
}

}  // namespace warpscope::runner
