#include "runner/findings/guard_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/index_text.h"

namespace warpscope::runner {
namespace {

bool is_of_word(char c) { return is_identifier(c) || c == '.'; }

std::string without_spaces(std::string_view line) {
  std::string text;
  std::ranges::copy_if(line, std::back_inserter(text),
                       [](unsigned char c) { return std::isspace(c) == 0; });
  return text;
}

/// The name or number that ends before `end`: empty behind an index or a parenthesis, and for a
/// member of what a pointer points to.
std::string_view operand_before(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && is_of_word(text[begin - 1])) --begin;
  if (begin > 0 && text[begin - 1] == '>') return {};
  return text.substr(begin, end - begin);
}

/// The name, number or product of such that begins there; empty where it is that of an array, a
/// function or a sum.
std::string_view operand_behind(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && (is_of_word(text[end]) || (text[end] == '*' && end > begin))) ++end;
  const bool goes_on =
      end < text.size() && std::string_view("[(+-/").find(text[end]) != std::string_view::npos;
  return goes_on ? std::string_view() : text.substr(begin, end - begin);
}

/// A comparison that lets `lesser` be as large as `greater`.
struct Admission {
  std::string lesser, greater;
};

bool leaves(std::string_view rest) {
  constexpr std::array<std::string_view, 3> kWays{"return", "continue", "break"};
  return std::ranges::any_of(
      kWays, [&](std::string_view way) { return rest.find(way) != std::string_view::npos; });
}

/// "i <= n", and "i > n" of a line where a thread goes away, or goes away in the next one.
std::vector<Admission> admissions_of(std::string_view line, std::string_view next) {
  const std::string text = without_spaces(line);
  const std::string_view view = text;
  const bool is_left_in_next = (view.ends_with(')') || view.ends_with("){")) && leaves(next);
  std::vector<Admission> result;
  for (std::size_t at = 1; at + 1 < view.size(); ++at) {
    const bool is_shift = view[at - 1] == '<' || view[at - 1] == '>' || view[at - 1] == '-';
    std::size_t behind = at + 1;
    if (is_shift) continue;
    if (view[at] == '<' && view[at + 1] == '=') {
      ++behind;
      if (is_left_in_next || leaves(view.substr(behind))) continue;
    } else if (view[at] != '>' || view[at + 1] == '=' || view[at + 1] == '>' ||
               (!is_left_in_next && !leaves(view.substr(behind)))) {
      continue;
    }
    const auto lesser = operand_before(view, at), greater = operand_behind(view, behind);
    if (!lesser.empty() && !greater.empty() && greater != "0")
      result.push_back({std::string(lesser), std::string(greater)});
  }
  return result;
}

/// Whether the compared number is all of the index, or the column beside "row * columns": of
/// in[i + k] with "k <= radius" it is not.
bool is_of_index(const Admission& admission, const Access& access) {
  if (!access.numbers.empty() || !access.terms.contains('+' + admission.lesser)) return false;
  if (access.terms.size() == 1) return true;
  return access.terms.size() == 2 &&
         std::ranges::any_of(access.terms, [&](const std::string& term) {
           return term.ends_with('*' + admission.greater) ||
                  term.starts_with('+' + admission.greater + '*');
         });
}

std::uint32_t added_to(const Access& access) {
  if (access.numbers.size() != 1 || access.terms.empty()) return 0;
  const std::string& number = *access.numbers.begin();
  std::uint32_t value = 0;
  if (number.front() == '+')
    std::from_chars(number.data() + 1, number.data() + number.size(), value);
  return value;
}

bool is_middle(std::string_view value) {
  return value.starts_with('(') && (value.ends_with(")/2") || value.ends_with(")>>1"));
}

/// Also where the line itself sets the index before, as a loop of one line does.
bool is_middle(const Access& access, std::string_view line) {
  return std::ranges::any_of(access.terms, [&](const std::string& term) {
    const auto name = std::string_view(term).substr(1);
    if (is_middle(name)) return true;
    const std::string text = without_spaces(line);
    const auto set = text.find(std::string(name) + '=');
    if (!is_name(name) || set == std::string::npos) return false;
    const auto begin = set + name.size() + 1;
    return is_middle(std::string_view(text).substr(begin, text.find(';', begin) - begin));
  });
}

bool has_end_of_row(std::string_view line) {
  constexpr std::string_view kNext = "+1]";
  const std::string text = without_spaces(line);
  for (auto at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    std::size_t open = at + 1;
    while (open < text.size() && is_identifier(text[open])) ++open;
    if (open == at + 1 || open == text.size() || text[open] != '[') continue;
    const auto close = text.find(']', open);
    if (close == std::string::npos) continue;
    const auto end = text.substr(at + 1, close - at);
    if (!end.ends_with(kNext)) continue;
    const auto begin = '=' + end.substr(0, end.size() - kNext.size()) + ']';
    if (text.find(begin) != std::string::npos) return true;
  }
  return false;
}

/// "x>=width" with `sign` '>', "x<width" with '<': a name that is compared with another one.
bool is_comparison(std::string_view part, char sign) {
  const auto at = part.find(sign);
  if (at == std::string_view::npos || !is_name(part.substr(0, at))) return false;
  auto other = part.substr(at + 1);
  if (other.starts_with('=')) other.remove_prefix(1);
  return is_name(other);
}

/// What stands in the parenthesis that opens at `open`; nothing where the line does not close it.
std::optional<std::string_view> in_parenthesis(std::string_view text, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return text.substr(open + 1, at - open - 1);
  }
  return std::nullopt;
}

std::string_view without_parenthesis(std::string_view text) {
  if (!text.starts_with('(')) return text;
  const auto inside = in_parenthesis(text, 0);
  return inside && inside->size() + 2 == text.size() ? *inside : text;
}

/// The condition of an "if" on a line without spaces, and what stands behind it on that line.
struct If {
  std::string_view condition, behind;
};
std::optional<If> if_of(std::string_view text) {
  const auto begin = text.find("if(");
  if (begin == std::string_view::npos || (begin > 0 && is_identifier(text[begin - 1])))
    return std::nullopt;
  const auto condition = in_parenthesis(text, begin + 2);
  if (!condition) return std::nullopt;
  return If{*condition, text.substr(begin + 3 + condition->size() + 1)};
}

/// All parts are such comparisons, joined by `joint` alone; two or more.
bool are_joined(std::string_view condition, std::string_view joint, char sign) {
  std::size_t parts = 0;
  while (!condition.empty()) {
    const auto end = std::min(condition.find(joint), condition.size());
    if (!is_comparison(without_parenthesis(condition.substr(0, end)), sign)) return false;
    ++parts;
    condition.remove_prefix(std::min(end + joint.size(), condition.size()));
  }
  return parts > 1;
}

/// The comparison of an "if" on the line that keeps all threads away that have an element, by the
/// names that it compares; false where there is none.
bool lets_none_pass(std::string_view line, std::string_view next, std::string_view name) {
  const std::string text = without_spaces(line);
  const auto found = if_of(text);
  if (!found) return false;
  const auto& [condition, behind] = *found;
  const bool is_left = leaves(behind) || (behind.size() <= 1 && leaves(next));
  // With other conditions it may be anything, but for a guard of two or three sizes.
  if (condition.find('&') != std::string::npos || condition.find('|') != std::string::npos)
    return is_left ? are_joined(condition, "&&", '<') : are_joined(condition, "||", '>');
  if (!condition.starts_with(name) || condition.size() <= name.size()) return false;
  const auto sign = condition.substr(name.size());
  if (sign.starts_with("<<") || sign.starts_with(">>")) return false;
  // A comparison with a number is about something else.
  const auto other = sign.substr(std::min(sign.find_first_not_of("<>="), sign.size()));
  if (other.empty() || std::isdigit(static_cast<unsigned char>(other.front())) != 0) return false;
  return is_left ? sign.front() == '<' : sign.front() == '>';
}

/// The line, counted from 1, of such a comparison of an index on line `here`.
std::uint32_t inverted_guard(const std::vector<std::string_view>& lines, std::size_t here) {
  constexpr std::size_t kMostLinesBefore = 6;
  const std::size_t first =
      std::max(function_of(lines, here).first, here - std::min(here, kMostLinesBefore));
  for (const Access& access : accesses_of(lines[here])) {
    for (const std::string& term : access.terms) {
      const auto name = std::string_view(term).substr(1);
      if (!is_name(name)) continue;
      for (std::size_t at = here + 1; at-- > first;) {
        const auto next = at + 1 < lines.size() ? lines[at + 1] : std::string_view{};
        if (lets_none_pass(lines[at], next, name)) return static_cast<std::uint32_t>(at + 1);
      }
    }
  }
  return 0;
}

bool is_joined_wrongly(std::string_view line, std::string_view next) {
  const std::string text = without_spaces(line);
  const auto found = if_of(text);
  if (!found) return false;
  const auto& [condition, behind] = *found;
  const bool is_left = leaves(behind) || (behind.size() <= 1 && leaves(next));
  return is_left ? are_joined(condition, "&&", '>') : are_joined(condition, "||", '<');
}

/// The line, counted from 1, of such a guard at or before line `here`.
std::uint32_t joined_guard(const std::vector<std::string_view>& lines, std::size_t here) {
  constexpr std::size_t kMostLinesBefore = 10;
  const std::size_t first =
      std::max(function_of(lines, here).first, here - std::min(here, kMostLinesBefore));
  for (std::size_t at = here + 1; at-- > first;) {
    const auto next = at + 1 < lines.size() ? lines[at + 1] : std::string_view{};
    if (is_joined_wrongly(lines[at], next)) return static_cast<std::uint32_t>(at + 1);
  }
  return 0;
}

}  // namespace

GuardText guard_text(std::string_view text, std::uint32_t line) {
  const auto lines = lines_of(text);
  if (line == 0 || line > lines.size()) return {};
  const std::size_t here = line - 1;
  std::vector<Admission> admissions;
  for (std::size_t at = function_of(lines, here).first; at <= here; ++at) {
    const auto next = at + 1 < lines.size() ? lines[at + 1] : std::string_view{};
    for (Admission& admission : admissions_of(lines[at], next))
      admissions.push_back(std::move(admission));
  }
  GuardText result;
  result.inverted_line = inverted_guard(lines, here);
  result.joined_line = joined_guard(lines, here);
  result.is_end_of_row = has_end_of_row(lines[here]);
  for (const Access& access : accesses_of(lines[here])) {
    if (access.is_pointer) continue;
    for (const Written& way : ways_to_write(access, lines, here)) {
      result.added = std::max(result.added, added_to(way.access));
      result.is_middle = result.is_middle || is_middle(way.access, lines[here]);
      result.admits_equal =
          result.admits_equal || std::ranges::any_of(admissions, [&](const Admission& admission) {
            return is_of_index(admission, way.access);
          });
    }
  }
  return result;
}

}  // namespace warpscope::runner
