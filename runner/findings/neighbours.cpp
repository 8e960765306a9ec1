#include "runner/findings/neighbours.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpscope::runner {
namespace {

/// A filter's neighbours, or the steps of a tree, stand so close together.
constexpr std::uint32_t kLinesAround = 6;

bool is_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::ranges::all_of(text, is_identifier);
}

bool is_literal(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0 &&
         std::ranges::all_of(text, is_identifier);
}

/// An index is a sum: "row*cols", "col" and a distance of -1.
struct Access {
  std::string array;
  std::multiset<std::string> terms;  ///< with their signs, without plain numbers
  std::multiset<std::string> numbers;
};

/// What is inside of "(j - 1)"; nothing where the parentheses do not hold all of it.
std::optional<std::string_view> in_parentheses(std::string_view term) {
  if (term.size() < 2 || term.front() != '(' || term.back() != ')') return std::nullopt;
  int depth = 0;
  for (std::size_t at = 0; at + 1 < term.size(); ++at) {
    depth += term[at] == '(' ? 1 : term[at] == ')' ? -1 : 0;
    if (depth == 0) return std::nullopt;
  }
  return term.substr(1, term.size() - 2);
}

/// Splits at each + and - outside of parentheses, and inside of those around a sum in the sum.
void add_terms(std::string_view index, Access& access, bool is_negative = false) {
  std::string term;
  char sign = '+';
  const auto finish = [&] {
    const bool is_taken_away = (sign == '-') != is_negative;
    if (const auto inner = in_parentheses(term)) {
      add_terms(*inner, access, is_taken_away);
    } else if (!term.empty()) {
      (is_literal(term) ? access.numbers : access.terms).insert((is_taken_away ? '-' : '+') + term);
    }
    term.clear();
  };
  int depth = 0;
  for (const char c : index) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth == 0 && (c == '+' || c == '-')) {
      finish();
      sign = c;
    } else {
      term += c;
    }
  }
  finish();
}

/// Where the bracket at `open` is closed; npos when it is not, on this line.
std::size_t end_of_index(std::string_view line, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < line.size(); ++at) {
    if (line[at] == '[') ++depth;
    if (line[at] == ']' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

/// name[index], and of name[a][b] all but the last index belong to the name.
std::vector<Access> accesses_of(std::string_view line) {
  std::vector<Access> result;
  for (std::size_t open = line.find('['); open != std::string_view::npos;
       open = line.find('[', open + 1)) {
    std::size_t begin = open;
    while (begin > 0 && is_identifier(line[begin - 1])) --begin;
    if (begin == open) continue;
    std::string array(line.substr(begin, open - begin));
    std::size_t last = open;
    std::size_t end = end_of_index(line, last);
    while (end != std::string_view::npos && end + 1 < line.size() && line[end + 1] == '[') {
      array += line.substr(last, end + 1 - last);
      last = end + 1;
      end = end_of_index(line, last);
    }
    if (end == std::string_view::npos) continue;
    Access access{std::move(array), {}, {}};
    add_terms(line.substr(last + 1, end - last - 1), access);
    result.push_back(std::move(access));
  }
  return result;
}

/// The k of "for (…; ++k)".
std::optional<std::string> counted_by_one(std::string_view line) {
  const auto loop = line.find("for ");
  const auto close = line.find("for(");
  const auto header = line.substr(std::min({loop, close, line.size()}));
  for (auto at = header.find("++"); at != std::string_view::npos; at = header.find("++", at + 2)) {
    std::size_t end = at + 2;
    while (end < header.size() && is_identifier(header[end])) ++end;
    if (end > at + 2) return std::string(header.substr(at + 2, end - at - 2));
    std::size_t begin = at;
    while (begin > 0 && is_identifier(header[begin - 1])) --begin;
    if (begin < at) return std::string(header.substr(begin, at - begin));
  }
  return std::nullopt;
}

bool is_neighbour(const Access& one, const Access& other) {
  return !one.terms.empty() && one.array == other.array && one.terms == other.terms &&
         one.numbers != other.numbers;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    lines.push_back(line.substr(0, line.find("//")));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

bool accesses_neighbours(std::string_view text, std::uint32_t line) {
  const auto lines = lines_of(text);
  if (line == 0 || line > lines.size()) return false;
  const auto own = accesses_of(lines[line - 1]);
  const std::size_t first = line - 1 - std::min(line - 1, kLinesAround);
  const std::size_t end = std::min<std::size_t>(line + kLinesAround, lines.size());
  for (std::size_t at = first; at < end; ++at) {
    for (const Access& other : accesses_of(lines[at])) {
      if (std::ranges::any_of(own, [&](const Access& one) { return is_neighbour(one, other); }))
        return true;
    }
    const auto counted = at < line ? counted_by_one(lines[at]) : std::nullopt;
    if (!counted || !is_name(*counted)) continue;
    if (std::ranges::any_of(own, [&](const Access& one) {
          return one.terms.size() > 1 && one.terms.contains('+' + *counted);
        }))
      return true;
  }
  return false;
}

}  // namespace warpscope::runner
