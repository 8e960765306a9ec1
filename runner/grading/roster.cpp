#include "runner/grading/roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <regex>
#include <stdexcept>

#include "base/foreign_text.h"

namespace warpscope::runner {
namespace {

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

/// Letters and digits only, so that "Lovelace, Ada" and "lovelaceada" are one.
std::string only_letters(const std::string& text) {
  std::string letters;
  for (const char letter : lower(text))
    if (is_of_a_word(letter) || (static_cast<unsigned char>(letter) & 0x80U) != 0)
      letters += letter;
  return letters;
}

bool has_same_name(const Student& one, const Student& other) {
  const auto name = only_letters(one.last_name + one.first_name);
  return !name.empty() && (name == only_letters(other.last_name + other.first_name) ||
                           name == only_letters(other.first_name + other.last_name));
}

/// How well a row fits a submission; 0: not at all.
int fit(const RosterRow& row, const Submission& submission) {
  constexpr int kNamed = 4;
  constexpr int kExported = 3;
  constexpr int kSame = 2;
  const auto name = lower(submission.name);
  if (!row.submission.empty()) {
    const auto wanted = lower(row.submission);
    const bool is_it = wanted == name || wanted == lower(submission.file.filename().string());
    return is_it ? kNamed : 0;
  }
  auto ids = row.other_ids;
  ids.push_back(row.student.id);
  if (const auto& exported = submission.student; !exported.id.empty()) {
    if (std::ranges::find(ids, exported.id) != ids.end()) return kExported;
    if (has_same_name(exported, row.student)) return kSame;
  }
  int best = 0;
  const auto email = lower(row.student.email);
  for (const auto& word : {lower(row.student.id), email, email.substr(0, email.find('@'))}) {
    if (word.empty()) continue;
    if (word == name) best = std::max(best, kSame);
    if (submission.student.id.empty() && has_word(name, word)) best = std::max(best, 1);
  }
  return best;
}

struct Columns {
  std::map<std::string, std::size_t> index;
  explicit Columns(const std::vector<std::string>& heading) {
    for (std::size_t i = 0; i < heading.size(); ++i) index.emplace(column_word(heading[i]), i);
  }
  bool has(const char* name) const { return index.contains(name); }
  std::string of(const std::vector<std::string>& row, const char* name) const {
    const auto found = index.find(name);
    return found == index.end() || found->second >= row.size() ? std::string() : row[found->second];
  }
};

/// "Lovelace, Ada" or "Ada Lovelace".
void set_name(Student& student, const std::string& name) {
  if (const auto comma = name.find(", "); comma != std::string::npos) {
    student.last_name = name.substr(0, comma);
    student.first_name = name.substr(comma + 2);
    return;
  }
  const auto blank = name.rfind(' ');
  student.last_name = blank == std::string::npos ? name : name.substr(blank + 1);
  student.first_name = blank == std::string::npos ? "" : name.substr(0, blank);
}

/// "Friday, 20 November 2026, 2:33 PM" as "2026-11-20T14:33:00"; empty for anything else.
std::string moodle_time(const std::string& text) {
  static const std::regex pattern(
      ".*?([0-9]{1,2}) ([A-Z][a-z]+) ([0-9]{4}), ([0-9]{1,2}):([0-9]{2})(?: ?([AaPp])[Mm])?");
  constexpr std::array<std::string_view, 12> kMonths{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  constexpr std::size_t kMost = 100;
  std::smatch match;
  if (text.size() > kMost || !std::regex_match(text, match, pattern)) return {};
  const auto month = std::ranges::find(kMonths, match[2].str());
  if (month == kMonths.end()) return {};
  constexpr int kNoon = 12;
  int hour = std::stoi(match[4]);
  if (match[6].matched) hour = hour % kNoon + (lower(match[6]) == "p" ? kNoon : 0);
  return fmt::format("{}-{:02}-{:02}T{:02}:{}:00", match[3].str(), month - kMonths.begin() + 1,
                     std::stoi(match[1]), hour, match[5].str());
}

RosterRow roster_row(RosterKind kind, const std::vector<std::string>& heading,
                     const std::vector<std::string>& row) {
  const Columns columns(heading);
  RosterRow result;
  auto& student = result.student;
  student.id = roster_id(kind, heading, row);
  const auto take = [&](const char* name) {
    if (auto id = columns.of(row, name); !id.empty()) result.other_ids.push_back(std::move(id));
  };
  switch (kind) {
    case RosterKind::plain:
      student.last_name = columns.of(row, "last_name");
      student.first_name = columns.of(row, "first_name");
      student.email = columns.of(row, "email");
      student.submitted = columns.of(row, "submitted");
      result.submission = columns.of(row, "submission");
      break;
    case RosterKind::canvas:
      set_name(student, columns.of(row, "student"));
      if (const auto login = columns.of(row, "sis_login_id"); login.find('@') != std::string::npos)
        student.email = login;
      take("sis_user_id");
      take("sis_login_id");
      break;
    case RosterKind::moodle:
      set_name(student, columns.of(row, "full_name"));
      student.email = columns.of(row, "email_address");
      student.submitted = moodle_time(columns.of(row, "last_modified_(submission)"));
      student.is_late = has_word(lower(columns.of(row, "status")), "late");
      take("id_number");
      take("username");
      break;
    case RosterKind::blackboard:
      student.last_name = columns.of(row, "last_name");
      student.first_name = columns.of(row, "first_name");
      take("student_id");
      break;
  }
  return result;
}

/// Of several separators the one that the first line has most of.
char separator_of(std::string_view text) {
  const auto line = text.substr(0, text.find('\n'));
  char best = ',';
  for (const char separator : {';', '\t'})
    if (std::ranges::count(line, separator) > std::ranges::count(line, best)) best = separator;
  return best;
}

}  // namespace

std::vector<std::vector<std::string>> parse_csv(std::string_view given) {
  const auto text = utf8_of_any(std::string(given));
  const char separator = separator_of(text);
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
    } else if (letter == separator) {
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
  const auto kind = roster_kind(rows.front());
  if (!kind) {
    throw std::runtime_error(fmt::format(
        "{}:1: a roster's first line names its columns, and one of them must be student_id; or it "
        "is a gradebook of Canvas, a grading worksheet of Moodle or a Grade Center of Blackboard "
        "as they are downloaded.",
        name));
  }
  std::vector<RosterRow> roster;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    auto row = roster_row(*kind, rows.front(), rows[i]);
    if (!row.student.id.empty()) {
      roster.push_back(std::move(row));
    } else if (*kind == RosterKind::plain) {
      throw std::runtime_error(fmt::format("{}:{}: the row has no student_id.", name, i + 1));
    }
  }
  return roster;
}

std::string column_word(std::string name) {
  auto word = lower(std::move(name));
  while (!word.empty() && word.back() == ' ') word.pop_back();
  std::ranges::replace(word, ' ', '_');
  return word;
}

std::optional<RosterKind> roster_kind(const std::vector<std::string>& heading) {
  const Columns columns(heading);
  if (columns.has("student") && columns.has("id") && columns.has("section"))
    return RosterKind::canvas;
  if (columns.has("identifier") && columns.has("full_name")) return RosterKind::moodle;
  if (columns.has("username") && columns.has("last_name") && columns.has("availability"))
    return RosterKind::blackboard;
  if (columns.has("student_id") || columns.has("id") || columns.has("sid"))
    return RosterKind::plain;
  return std::nullopt;
}

std::string roster_id(RosterKind kind, const std::vector<std::string>& heading,
                      const std::vector<std::string>& row) {
  const Columns columns(heading);
  const auto of = [&](const char* name) { return columns.of(row, name); };
  switch (kind) {
    case RosterKind::plain:
      for (const char* name : {"student_id", "id", "sid"})
        if (columns.has(name)) return of(name);
      return {};
    case RosterKind::canvas:
      // The rows of points possible and of posting policies have no id; the test student counts
      // not.
      return of("student") == "Student, Test" ? std::string() : of("id");
    case RosterKind::moodle: {
      const auto identifier = of("identifier");  // "Participant 4711", in the course's language
      const auto begin = identifier.find_last_not_of("0123456789");
      return begin == std::string::npos ? identifier : identifier.substr(begin + 1);
    }
    case RosterKind::blackboard:
      return of("username");
  }
  return {};
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
    if (!owner[i]) {
      auto& note = submissions[i].note;
      note += (note.empty() ? "" : " ") +
              std::string("It is in no row of the roster: is its name or id another one there?");
      continue;
    }
    const auto exported = submissions[i].student;
    auto& student = submissions[i].student;
    student = roster[*owner[i]].student;
    if (!exported.submitted.empty()) student.submitted = exported.submitted;
    student.is_late = student.is_late || exported.is_late;
    has_one[*owner[i]] = true;
  }
  for (std::size_t r = 0; r < roster.size(); ++r) {
    if (has_one[r]) continue;
    submissions.push_back({roster[r].student.id, {}, "Nothing was handed in.", roster[r].student});
  }
  return submissions;
}

}  // namespace warpscope::runner
