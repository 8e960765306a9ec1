// The list of a class: who is in it, and which submission is whose.
#pragma once

#include <string_view>
#include <vector>

#include "runner/grading/submission.h"

namespace warpscope::runner {

/// The rows of a CSV text (RFC 4180): fields between commas, quotes around what holds commas,
/// quotes or line ends. Throws std::runtime_error for a quote that is not closed.
std::vector<std::vector<std::string>> parse_csv(std::string_view text);

/// A field as CSV writes it. One that a spreadsheet would take for a formula is given a leading
/// apostrophe.
std::string csv_field(std::string_view text);

/// A roster is CSV with a heading. Columns: student_id (or id, sid), and where wanted last_name,
/// first_name, email, submission (the file's or folder's name) and submitted (the time). Others are
/// not looked at. `name` stands for the file in errors. Throws std::runtime_error with file and
/// line.
struct RosterRow {
  Student student;
  std::string submission;  ///< may be empty
};
std::vector<RosterRow> parse_roster(std::string_view text, std::string_view name);

/// Gives each submission its student, and each student without one a submission with a problem. A
/// submission belongs to the row that names it, or else to the one whose id or e-mail address (or
/// what stands before its '@') is its name or a word of it ("4711" in "Lovelace_4711_file").
/// Submissions of nobody keep their place. Throws std::runtime_error when two students claim one.
std::vector<Submission> with_students(std::vector<Submission> submissions,
                                      const std::vector<RosterRow>& roster);

}  // namespace warpscope::runner
