// What a class got, and what is written of it.
#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "runner/grading/grading.h"
#include "runner/lab/instructor_rules.h"

namespace warpscope::runner {

/// What the table says of a result. Whole results are looked at one at a time, so that what a
/// grading keeps in memory does not grow with what it found.
struct RowSummary {
  record::Outcome::Kind outcome = record::Outcome::Kind::completed;
  std::optional<double> points;  ///< nothing where there is no score
  double max_points = 0;
  std::string first_finding;  ///< with its line: "out-of-bounds:17"
  std::string dearest_check;  ///< title of the one that lost most points; empty when none did
  std::string message;        ///< of the outcome, where there is no score
};

RowSummary summary_of(const record::RunRecord& record);

/// A submission with its result. Without one there is a problem: of the submission (nothing handed
/// in), or of Warpscope (its process was killed).
struct ClassRow {
  Submission submission;
  std::optional<RowSummary> summary;
  std::string problem;
  std::optional<double> earlier_points;  ///< of an earlier grading, whose result was replaced
  bool is_our_fault = false;             ///< the problem is Warpscope's, or its result says so
};

struct ClassResults {
  std::string lab;
  std::uint64_t seed = 0;
  std::vector<ClassRow> rows;
  std::optional<LateRule> late{};
  /// The whole result of a row that has a summary; nothing when it is gone by now.
  std::function<std::optional<GradingResult>(const Submission&)> load{};
};

/// What is kept of a grading in this folder, finished or not. Throws std::runtime_error with a
/// sentence for a folder without one.
ClassResults load_class(const std::filesystem::path& folder);

/// 0 where there is no score.
double points_of(const ClassRow& row);
/// Whether it has points that count: nothing failed of ours, and there was something to grade.
bool is_graded(const ClassRow& row);
/// Why a submission has no points, in a sentence; empty where it has some.
std::string reason_not_graded(const ClassRow& row);
/// What a late submission loses of its points; 0 when it is not, or nobody knows when it came.
double late_penalty(const ClassResults& results, const ClassRow& row);
/// The most points, of the first row that has a score; 0 when there is none.
double most_points(const ClassResults& results);
/// "completed", "compile error", "not graded".
std::string outcome_of(const ClassRow& row);

/// A table with a row per submission, and a line of what there is in all.
std::string class_table(const ClassResults& results);

/// Of several submissions of one student the one that counts: the best. In the order of the rows.
std::vector<const ClassRow*> row_of_each_student(const ClassResults& results);
/// The roster's id, or the submission's name where no roster and no export says whose it is.
std::string student_id(const ClassRow& row);

/// The gradebook as CSV with the columns that nbgrader exports, and more: submission, outcome, why
/// there are no points, and whether the learning system marks it late. One row per student.
std::string gradebook_csv(const ClassResults& results);

/// {"lab", "seed", "submissions": [{"name", "student_id", "problem", "result": as `grade --json` of
/// one file, or null}]}
void write_class_json(const ClassResults& results, std::ostream& to);

/// JUnit's XML: a test suite per submission, a test case per check; points are properties.
void write_junit_xml(const ClassResults& results, std::ostream& to);

}  // namespace warpscope::runner
