// The list of a class: who is in it, and which submission is whose.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/grading/submission.h"

namespace warpscope::runner {

/// The rows of a CSV text (RFC 4180): fields between commas, quotes around what holds commas,
/// quotes or line ends. Between semicolons or tabs where the first line has more of these. Any
/// encoding that utf8_of_any() reads. Throws std::runtime_error for a quote that is not closed.
std::vector<std::vector<std::string>> parse_csv(std::string_view text);

/// A field as CSV writes it. One that a spreadsheet would take for a formula is given a leading
/// apostrophe.
std::string csv_field(std::string_view text);

/// The kinds of table that are taken for a roster, by their headings.
enum class RosterKind : std::uint8_t {
  plain,       ///< student_id (or sid), last_name, first_name, email, submission, submitted
  canvas,      ///< the gradebook as Canvas exports it: Student, ID, SIS Login ID, Section, …
  moodle,      ///< an assignment's grading worksheet: Identifier, Full name, …
  blackboard,  ///< a Grade Center download: Last Name, First Name, Username, …
};

/// One row. The student's id is student_id, Canvas' ID, the number of Moodle's Identifier, or
/// Blackboard's Username. Moodle's date of submission becomes "2026-11-20T14:33:00", and its status
/// says who is late.
struct RosterRow {
  Student student;
  std::string submission;                ///< the file's or folder's name; may be empty
  std::vector<std::string> other_ids{};  ///< login, student number
};
/// `name` stands for the file in errors. Columns that are not named here are not looked at. Throws
/// std::runtime_error with file and line.
std::vector<RosterRow> parse_roster(std::string_view text, std::string_view name);

/// What a table is, by its first line; nothing for one that is no roster.
std::optional<RosterKind> roster_kind(const std::vector<std::string>& heading);
/// A column's name as it is compared: lower case, with '_' for blanks.
std::string column_word(std::string name);
/// The id of a row of these columns, as in RosterRow; empty for a row that is no student's (points
/// possible, the test student).
std::string roster_id(RosterKind kind, const std::vector<std::string>& heading,
                      const std::vector<std::string>& row);

/// Gives each submission its student, and each student without one a submission with a problem. A
/// submission belongs to the row that names it; or else, where it was exported, to the one with the
/// exported id, or with the exported name; or else to the one whose id or e-mail address (or what
/// stands before its '@') is its name or a word of it ("4711" in "Lovelace_4711_file").
/// Submissions of nobody keep their place. Throws std::runtime_error when two students claim one.
std::vector<Submission> with_students(std::vector<Submission> submissions,
                                      const std::vector<RosterRow>& roster);

}  // namespace warpscope::runner
