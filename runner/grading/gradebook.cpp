// The gradebook: nbgrader's columns (its "export" to CSV), one row per student.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <map>

#include "runner/grading/class_results.h"
#include "runner/grading/roster.h"

namespace warpscope::runner {
namespace {

double points_in_the_end(const ClassResults& results, const ClassRow& row) {
  return points_of(row) - late_penalty(results, row);
}

std::string line_of(const ClassResults& results, const ClassRow& row) {
  const auto& student = row.submission.student;
  // Nobody loses points for what was not graded: the field stays empty, and the reason says why.
  const double late = late_penalty(results, row);
  const auto text = [&](double points) {
    return !is_graded(row) ? std::string() : fmt::format("{:g}", points);
  };
  const auto due =
      results.late ? fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(results.late->due)) : "";
  std::string line;
  for (const auto& field :
       {results.lab, due, student.submitted, student_id(row), student.last_name, student.first_name,
        student.email, text(points_of(row)), text(late), text(points_of(row) - late),
        fmt::format("{:g}", most_points(results)), row.submission.name,
        row.is_our_fault ? "failure of Warpscope" : outcome_of(row), reason_not_graded(row),
        std::string(student.is_late ? "late" : "")}) {
    line += (line.empty() ? "" : ",") + csv_field(field);
  }
  return line + "\n";
}

}  // namespace

std::string student_id(const ClassRow& row) {
  return row.submission.student.id.empty() ? row.submission.name : row.submission.student.id;
}

std::vector<const ClassRow*> row_of_each_student(const ClassResults& results) {
  std::vector<const ClassRow*> chosen;
  std::map<std::string, std::size_t> places;
  for (const auto& row : results.rows) {
    const auto [place, is_first] = places.emplace(student_id(row), chosen.size());
    if (is_first) {
      chosen.push_back(&row);
      continue;
    }
    auto& best = chosen[place->second];
    const bool is_better = points_in_the_end(results, row) > points_in_the_end(results, *best);
    if (is_graded(row) && (!is_graded(*best) || is_better)) best = &row;
  }
  return chosen;
}

std::string gradebook_csv(const ClassResults& results) {
  std::string text =
      "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
      "late_submission_penalty,score,max_score,submission,outcome,reason,late\n";
  for (const auto* row : row_of_each_student(results)) text += line_of(results, *row);
  return text;
}

}  // namespace warpscope::runner
