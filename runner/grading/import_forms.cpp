#include "runner/grading/import_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <stdexcept>

#include "runner/grading/roster.h"

namespace warpscope::runner {
namespace {

using Row = std::vector<std::string>;

std::string line_of(const Row& row) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) line += (i == 0 ? "" : ",") + csv_field(row[i]);
  return line + "\n";
}

std::optional<std::size_t> column_of(const Row& heading, const std::string& word) {
  for (std::size_t i = 0; i < heading.size(); ++i)
    if (column_word(heading[i]) == word) return i;
  return std::nullopt;
}

std::optional<double> number_in(std::string text) {
  std::ranges::replace(text, ',', '.');
  double number = 0;
  const auto end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// Points of a row, of `most` where that is known; empty without points.
std::string points_text(const ClassResults& results, const ClassRow& row,
                        std::optional<double> most) {
  if (!is_graded(row)) return {};
  const double points = points_of(row) - late_penalty(results, row);
  const double own_most = most_points(results);
  const bool is_scaled = most && own_most > 0 && *most > 0 && *most != own_most;
  auto text = fmt::format("{:.2f}", is_scaled ? points * *most / own_most : points);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

/// "completed; most points lost in: …", or why there are no points.
std::string comment_of(const ClassRow& row) {
  if (!is_graded(row)) return reason_not_graded(row);
  auto text = outcome_of(row);
  if (!row.summary->dearest_check.empty())
    text += "; most points lost in: " + row.summary->dearest_check;
  return text;
}

std::map<std::string, const ClassRow*> by_id(const ClassResults& results) {
  std::map<std::string, const ClassRow*> rows;
  for (const auto* row : row_of_each_student(results)) rows.emplace(student_id(*row), row);
  return rows;
}

/// The exported table; nothing without one, or with that of another system.
std::optional<std::vector<Row>> exported_rows(const ImportTarget& target, RosterKind wanted) {
  if (target.roster.empty()) return std::nullopt;
  auto rows = parse_csv(target.roster);
  if (rows.empty() || roster_kind(rows.front()) != wanted) return std::nullopt;
  return rows;
}

/// "Lovelace, Ada", as Canvas writes names.
std::string sortable_name(const Student& student) {
  if (student.first_name.empty()) return student.last_name;
  return student.last_name + ", " + student.first_name;
}

/// The column of an assignment: "Lab 1" or "Lab 1 (4711)".
std::optional<std::size_t> assignment_column(const Row& heading, const std::string& title) {
  for (std::size_t i = 0; i < heading.size(); ++i)
    if (heading[i] == title || heading[i].starts_with(title + " (")) return i;
  return std::nullopt;
}

std::string canvas_of_nobody(const ClassResults& results, const ImportTarget& target) {
  auto text =
      line_of({"Student", "ID", "SIS User ID", "SIS Login ID", "Section", target.assignment});
  text +=
      line_of({"    Points Possible", "", "", "", "", fmt::format("{:g}", most_points(results))});
  for (const auto* row : row_of_each_student(results)) {
    const auto& student = row->submission.student;
    const auto name = sortable_name(student);
    text += line_of({name.empty() ? row->submission.name : name, student.id, "", student.email, "",
                     points_text(results, *row, std::nullopt)});
  }
  return text;
}

/// Moodle's Identifier; its numbers cannot be made up of names.
std::string participant(const std::string& id) {
  const bool is_number = !id.empty() && id.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? "Participant " + id : "";
}

}  // namespace

std::string canvas_csv(const ClassResults& results, const ImportTarget& target) {
  const auto exported = exported_rows(target, RosterKind::canvas);
  if (!exported) return canvas_of_nobody(results, target);
  const auto& heading = exported->front();
  const auto section = column_of(heading, "section").value_or(0);
  const auto found = assignment_column(heading, target.assignment);
  const auto notes = column_of(heading, "notes");
  // What describes a student, and Notes, which Canvas has behind it.
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i <= section; ++i) kept.push_back(i);
  if (notes && *notes > section) kept.push_back(*notes);
  const auto rows = by_id(results);
  std::optional<double> most;
  std::string text;
  for (const auto& row : *exported) {
    Row out;
    for (const auto i : kept) out.push_back(i < row.size() ? row[i] : std::string());
    const auto id = roster_id(RosterKind::canvas, heading, row);
    const auto result = rows.find(id);
    const bool is_possible = out.front().find("Points Possible") != std::string::npos;
    if (&row == &exported->front()) {
      out.push_back(found ? heading[*found] : target.assignment);
    } else if (is_possible) {
      if (found && *found < row.size()) most = number_in(row[*found]);
      out.push_back(fmt::format("{:g}", most.value_or(most_points(results))));
    } else if (id.empty() || result == rows.end()) {
      // Posting policies, the test student: nothing of ours.
      if (id.empty()) continue;
      out.emplace_back();
    } else {
      out.push_back(points_text(results, *result->second, most));
      if (notes && !is_graded(*result->second))
        out[out.size() - 2] = reason_not_graded(*result->second);
    }
    text += line_of(out);
  }
  return text;
}

std::string moodle_csv(const ClassResults& results, const ImportTarget& target) {
  auto exported = exported_rows(target, RosterKind::moodle);
  std::vector<const ClassRow*> of_row{nullptr};  // the heading's
  if (exported) {
    const auto rows = by_id(results);
    for (std::size_t i = 1; i < exported->size(); ++i) {
      const auto found =
          rows.find(roster_id(RosterKind::moodle, exported->front(), (*exported)[i]));
      of_row.push_back(found == rows.end() ? nullptr : found->second);
    }
  } else {
    exported.emplace();
    exported->push_back({"Identifier", "Full name", "Email address", "Status", "Grade",
                         "Maximum grade", "Grade can be changed", "Last modified (submission)",
                         "Last modified (grade)", "Feedback comments"});
    for (const auto* row : row_of_each_student(results)) {
      const auto& student = row->submission.student;
      auto name = student.first_name + (student.first_name.empty() ? "" : " ") + student.last_name;
      exported->push_back(
          {participant(student_id(*row)), name.empty() ? row->submission.name : name, student.email,
           "", "", fmt::format("{:.2f}", most_points(results)), "Yes", student.submitted, "-", ""});
      of_row.push_back(row);
    }
  }
  const auto heading = exported->front();
  const auto grade = column_of(heading, "grade");
  const auto most = column_of(heading, "maximum_grade");
  if (!grade)
    throw std::runtime_error(
        "The grading worksheet of Moodle has no column Grade; switch the site "
        "to English before downloading it.");
  auto comments = column_of(heading, "feedback_comments");
  std::string text;
  for (std::size_t i = 0; i < exported->size(); ++i) {
    auto row = (*exported)[i];
    row.resize(std::max(row.size(), heading.size()));
    if (of_row[i] != nullptr) {
      const auto most_text = most ? row[*most] : std::string();
      auto points = points_text(results, *of_row[i], number_in(most_text));
      if (most_text.find(',') != std::string::npos) std::ranges::replace(points, '.', ',');
      row[*grade] = points;
      if (comments) row[*comments] = comment_of(*of_row[i]);
    }
    text += line_of(row);
  }
  return text;
}

}  // namespace warpscope::runner
