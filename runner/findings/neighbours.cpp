#include "runner/findings/neighbours.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::runner {
namespace {

/// A filter's neighbours, or the steps of a tree, stand so close together.
constexpr std::uint32_t kLinesAround = 6;
/// "plus = i + o", and then "plus = row * n + plus".
constexpr std::size_t kMostDefinitions = 3;

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
  bool is_pointer = false;  ///< name[a] of name[a][b], which need not be a load
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

/// name[index], and of name[a][b] all but the last index belong to the name; name[a] comes first.
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
      Access pointer{array, {}, {}, true};
      add_terms(line.substr(last + 1, end - last - 1), pointer);
      result.push_back(std::move(pointer));
      array += line.substr(last, end + 1 - last);
      last = end + 1;
      end = end_of_index(line, last);
    }
    if (end == std::string_view::npos) continue;
    Access access{std::move(array), {}, {}, false};
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

/// Where the name stands in the line as a word of its own, from `from` on; npos where it does not.
std::size_t word_at(std::string_view line, std::string_view name, std::size_t from = 0) {
  for (auto at = line.find(name, from); at != std::string_view::npos;
       at = line.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !is_identifier(line[at - 1])) &&
        (end == line.size() || !is_identifier(line[end])))
      return at;
  }
  return std::string_view::npos;
}

/// What "NAME = …" of a line sets the name to, without a comparison; nothing where it sets none.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
  const auto at = word_at(line, name);
  if (at == std::string_view::npos) return std::nullopt;
  auto equals = at + name.size();
  while (equals < line.size() && line[equals] == ' ') ++equals;
  if (equals + 1 >= line.size() || line[equals] != '=' || line[equals + 1] == '=')
    return std::nullopt;
  auto end = equals + 1;
  for (int depth = 0; end < line.size() && (depth > 0 || (line[end] != ',' && line[end] != ';'));
       ++end) {
    depth += line[end] == '(' || line[end] == '[' ? 1 : 0;
    depth -= line[end] == ')' || line[end] == ']' ? 1 : 0;
  }
  return line.substr(equals + 1, end - equals - 1);
}

/// Whether a statement of the line moves the name by one: "i++", "i += 1", "i = (i + 1) % n".
bool moves_by_one(std::string_view line, const std::string& name) {
  std::string text;
  for (const char c : line) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) text += c;
  }
  const auto begins = [&](const std::string& start) { return text.starts_with(start); };
  return begins(name + "++;") || begins("++" + name + ";") || begins(name + "--;") ||
         begins("--" + name + ";") || begins(name + "+=1;") || begins(name + "-=1;") ||
         begins(name + "=" + name + "+1;") || begins(name + "=" + name + "-1;") ||
         begins(name + "=(" + name + "+1)%");
}

/// The lines of the function that has line `at`, as far as its braces stand at the margin.
std::pair<std::size_t, std::size_t> function_of(const std::vector<std::string_view>& lines,
                                                std::size_t at) {
  const auto ends = [&](std::size_t index) { return lines[index].starts_with('}'); };
  std::size_t first = at, end = at;
  while (first > 0 && !ends(first - 1)) --first;
  while (end < lines.size() && !ends(end)) ++end;
  return {first, end};
}

/// An access, and where its index was written so.
struct Written {
  Access access;
  std::size_t line;
};

/// The access as its line has it, and with the values that the lines above give to its names.
std::vector<Written> ways_to_write(const Access& access, const std::vector<std::string_view>& lines,
                                   std::size_t at) {
  const std::size_t first = function_of(lines, at).first;
  std::vector<Written> result{{access, at}};
  for (std::size_t line = at; line-- > first && result.size() <= kMostDefinitions;) {
    Access next = result.back().access;
    for (const std::string& term : result.back().access.terms) {
      const auto value = value_of(lines[line], std::string_view(term).substr(1));
      if (!is_name(std::string_view(term).substr(1)) || !value) continue;
      next.terms.erase(next.terms.find(term));
      add_terms(*value, next, term.front() == '-');
      result.push_back({std::move(next), line});
      break;
    }
  }
  return result;
}

bool differs_between_threads(const std::vector<Written>& ways) {
  return std::ranges::any_of(ways, [](const Written& way) {
    return std::ranges::any_of(way.access.terms, [](const std::string& term) {
      return term.find("threadIdx") != std::string::npos;
    });
  });
}

bool is_neighbour(const Access& one, const Access& other) {
  return !one.is_pointer && !other.is_pointer && !one.terms.empty() && one.array == other.array &&
         one.terms == other.terms && one.numbers != other.numbers;
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

namespace {

/// True when a loop counts a term of the index up or down by one: its header stands in the lines
/// above `line`, or a statement of the function does it.
bool is_counted(const Access& access, const std::vector<std::string_view>& lines,
                std::size_t line) {
  for (std::size_t at = line - std::min<std::size_t>(line, kLinesAround); at <= line; ++at) {
    const auto counted = counted_by_one(lines[at]);
    if (!counted || !is_name(*counted)) continue;
    if (access.terms.contains('+' + *counted) || access.terms.contains('-' + *counted)) return true;
  }
  const auto [first, end] = function_of(lines, line);
  for (std::size_t at = first; at < end; ++at) {
    if (std::ranges::any_of(access.terms, [&](const std::string& term) {
          return is_name(std::string_view(term).substr(1)) &&
                 moves_by_one(lines[at], term.substr(1));
        }))
      return true;
  }
  return false;
}

}  // namespace

bool accesses_neighbours(std::string_view text, std::uint32_t line) {
  const auto lines = lines_of(text);
  if (line == 0 || line > lines.size()) return false;
  const std::size_t here = line - 1;
  const std::size_t first = here - std::min<std::size_t>(here, kLinesAround);
  const std::size_t end = std::min<std::size_t>(line + kLinesAround, lines.size());
  for (const Access& access : accesses_of(lines[here])) {
    const auto ways = ways_to_write(access, lines, here);
    const bool is_counted_up = std::ranges::any_of(
        ways, [&](const Written& way) { return is_counted(way.access, lines, way.line); });
    // The rows of an array that a loop goes through are the same for all threads.
    if (is_counted_up && (!access.is_pointer || differs_between_threads(ways))) return true;
    for (std::size_t at = first; at < end; ++at) {
      for (const Access& other : accesses_of(lines[at])) {
        for (const Written& theirs : ways_to_write(other, lines, at)) {
          if (std::ranges::any_of(ways, [&](const Written& ours) {
                return is_neighbour(ours.access, theirs.access);
              }))
            return true;
        }
      }
    }
  }
  return false;
}

bool is_in_rows(std::string_view text, std::uint32_t line) {
  const auto lines = lines_of(text);
  if (line == 0 || line > lines.size()) return false;
  const auto is_row = [](const std::string& term) {
    const auto star = term.find('*');
    return star != std::string::npos && term.find("blockDim") == std::string::npos &&
           term.find("gridDim") == std::string::npos &&
           std::isdigit(static_cast<unsigned char>(term[star + 1])) == 0;
  };
  for (const Access& access : accesses_of(lines[line - 1])) {
    for (const Written& way : ways_to_write(access, lines, line - 1)) {
      if (std::ranges::any_of(way.access.terms, is_row)) return true;
    }
  }
  return false;
}

}  // namespace warpscope::runner
