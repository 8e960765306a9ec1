#include "runner/findings/index_text.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace warpscope::runner {
namespace {

/// "plus = i + o", and then "plus = row * n + plus".
constexpr std::size_t kMostDefinitions = 3;

bool is_literal(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0 &&
         std::ranges::all_of(text, is_identifier);
}

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

/// Where the value begins that "NAME = …" of a line sets the name to, where it stands first; npos
/// where that sets none. In "a = threadIdx.x, x = a" the first x is no name by itself.
std::size_t begin_of_value(std::string_view line, std::string_view name) {
  auto at = word_at(line, name);
  while (at != std::string_view::npos && at > 0 && line[at - 1] == '.')
    at = word_at(line, name, at + 1);
  if (at == std::string_view::npos) return at;
  auto equals = at + name.size();
  while (equals < line.size() && line[equals] == ' ') ++equals;
  const bool is_set = equals + 1 < line.size() && line[equals] == '=' && line[equals + 1] != '=';
  return is_set ? equals + 1 : std::string_view::npos;
}

/// Without a comparison; nothing where the line sets none.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
  const auto begin = begin_of_value(line, name);
  if (begin == std::string_view::npos) return std::nullopt;
  auto end = begin;
  for (int depth = 0; end < line.size() && (depth > 0 || (line[end] != ',' && line[end] != ';'));
       ++end) {
    depth += line[end] == '(' || line[end] == '[' ? 1 : 0;
    depth -= line[end] == ')' || line[end] == ']' ? 1 : 0;
  }
  return line.substr(begin, end - begin);
}

}  // namespace

bool is_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::ranges::all_of(text, is_identifier);
}

std::size_t find_word(std::string_view text, std::string_view name, std::size_t from) {
  for (auto at = text.find(name, from); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !is_identifier(text[at - 1])) &&
        (end == text.size() || !is_identifier(text[end])))
      return at;
  }
  return std::string_view::npos;
}

bool has_word(std::string_view text, std::string_view name) {
  return find_word(text, name) != std::string_view::npos;
}

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

std::pair<std::size_t, std::size_t> function_of(const std::vector<std::string_view>& lines,
                                                std::size_t at) {
  const auto ends = [&](std::size_t index) { return lines[index].starts_with('}'); };
  std::size_t first = at, end = at;
  while (first > 0 && !ends(first - 1)) --first;
  while (end < lines.size() && !ends(end)) ++end;
  return {first, end};
}

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

}  // namespace warpscope::runner
