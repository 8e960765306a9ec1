#include "runner/grading/roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <stdexcept>

namespace warpscope::runner {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return text;
}

bool is_of_a_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0; }

/// Whether `word` stands in `text` with no letter or digit beside it.
bool has_word(const std::string& text, const std::string& word) {
  if (word.empty()) return false;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool begins = at == 0 || !is_of_a_word(text[at - 1]);
    const bool ends = end == text.size() || !is_of_a_word(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

/// How well a row fits a submission; 0: not at all.
int fit(const RosterRow& row, const Submission& submission) {
  constexpr int kNamed = 3;
  constexpr int kSame = 2;
  const auto name = lower(submission.name);
  if (!row.submission.empty()) {
    const auto wanted = lower(row.submission);
    const bool is_it = wanted == name || wanted == lower(submission.file.filename().string());
    return is_it ? kNamed : 0;
  }
  int best = 0;
  const auto email = lower(row.student.email);
  for (const auto& word : {lower(row.student.id), email, email.substr(0, email.find('@'))}) {
    if (word.empty()) continue;
    if (word == name) best = std::max(best, kSame);
    if (has_word(name, word)) best = std::max(best, 1);
  }
  return best;
}

struct Columns {
  std::map<std::string, std::size_t> index;
  std::string of(const std::vector<std::string>& row, const char* name) const {
    const auto found = index.find(name);
    return found == index.end() || found->second >= row.size() ? std::string() : row[found->second];
  }
};

Columns columns_of(const std::vector<std::string>& heading, std::string_view name) {
  Columns columns;
  for (std::size_t i = 0; i < heading.size(); ++i) {
    auto word = lower(heading[i]);
    std::ranges::replace(word, ' ', '_');
    if (word == "id" || word == "sid") word = "student_id";
    columns.index.emplace(word, i);
  }
  if (!columns.index.contains("student_id")) {
    throw std::runtime_error(fmt::format(
        "{}:1: a roster's first line names its columns, and one of them must be student_id.",
        name));
  }
  return columns;
}

}  // namespace

std::vector<std::vector<std::string>> parse_csv(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string field;
  bool is_quoted = false;
  const auto end_row = [&] {
    row.push_back(std::move(field));
    field.clear();
    if (row.size() > 1 || !row.front().empty()) rows.push_back(std::move(row));
    row.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (is_quoted) {
      if (letter != '"') {
        field += letter;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += text[++i];
      } else {
        is_quoted = false;
      }
    } else if (letter == '"' && field.empty()) {
      is_quoted = true;
    } else if (letter == ',') {
      row.push_back(std::move(field));
      field.clear();
    } else if (letter == '\n') {
      end_row();
    } else if (letter != '\r') {
      field += letter;
    }
  }
  if (is_quoted) {
    throw std::runtime_error("A quote is opened and never closed; the last row is " +
                             std::to_string(rows.size() + 1) + ".");
  }
  if (!field.empty() || !row.empty()) end_row();
  return rows;
}

std::string csv_field(std::string_view text) {
  std::string field(text);
  // Excel and others compute what begins so: a student's name must not.
  if (!field.empty() &&
      std::string_view("=+-@\t\r").find(field.front()) != std::string_view::npos &&
      !std::ranges::all_of(field, [](char letter) {
        return std::isdigit(static_cast<unsigned char>(letter)) != 0 || letter == '-' ||
               letter == '.';
      })) {
    field.insert(0, "'");
  }
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char letter : field) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + "\"";
}

std::vector<RosterRow> parse_roster(std::string_view text, std::string_view name) {
  std::vector<std::vector<std::string>> rows;
  try {
    rows = parse_csv(text);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: {}", name, error.what()));
  }
  if (rows.empty()) throw std::runtime_error(fmt::format("{}: the roster is empty.", name));
  const auto columns = columns_of(rows.front(), name);
  std::vector<RosterRow> roster;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    RosterRow row;
    row.student = {columns.of(rows[i], "student_id"), columns.of(rows[i], "last_name"),
                   columns.of(rows[i], "first_name"), columns.of(rows[i], "email"),
                   columns.of(rows[i], "submitted")};
    row.submission = columns.of(rows[i], "submission");
    if (row.student.id.empty()) {
      throw std::runtime_error(fmt::format("{}:{}: the row has no student_id.", name, i + 1));
    }
    roster.push_back(std::move(row));
  }
  return roster;
}

std::vector<Submission> with_students(std::vector<Submission> submissions,
                                      const std::vector<RosterRow>& roster) {
  std::vector<int> best(submissions.size(), 0);
  std::vector<std::optional<std::size_t>> owner(submissions.size());
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    for (std::size_t r = 0; r < roster.size(); ++r) {
      const int how = fit(roster[r], submissions[i]);
      if (how == 0 || how < best[i]) continue;
      if (how == best[i]) {
        throw std::runtime_error(
            fmt::format("The submission {} could be that of {} or of {}; give the roster a column "
                        "\"submission\" with its name.",
                        submissions[i].name, roster[*owner[i]].student.id, roster[r].student.id));
      }
      best[i] = how;
      owner[i] = r;
    }
  }
  std::vector<bool> has_one(roster.size(), false);
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    if (!owner[i]) continue;
    submissions[i].student = roster[*owner[i]].student;
    has_one[*owner[i]] = true;
  }
  for (std::size_t r = 0; r < roster.size(); ++r) {
    if (has_one[r]) continue;
    submissions.push_back({roster[r].student.id, {}, "Nothing was handed in.", roster[r].student});
  }
  return submissions;
}

}  // namespace warpscope::runner
