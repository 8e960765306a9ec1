#include "runner/findings/loop_of_index.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "runner/findings/index_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

using Lines = std::vector<std::string_view>;

/// The three parts of "for (…; …; …)" without spaces, its condition as it is written, and where it
/// ends in its line.
struct Head {
  std::array<std::string, 3> parts;
  std::string condition;
  std::size_t end = 0;
};

std::optional<Head> head_in(std::string_view text) {
  auto at = text.find("for");
  while (at != text.npos && ((at > 0 && is_identifier(text[at - 1])) ||
                             (at + 3 < text.size() && is_identifier(text[at + 3]))))
    at = text.find("for", at + 1);
  const auto open = at == text.npos ? at : text.find_first_not_of(' ', at + 3);
  if (open == text.npos || text[open] != '(') return std::nullopt;
  Head head;
  std::size_t part = 0, begin = open + 1;
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    const bool is_end = depth == 0;
    if (!is_end && (text[i] != ';' || depth != 1)) continue;
    if (part == head.parts.size()) return std::nullopt;
    const auto written = text.substr(begin, i - begin);
    if (part == 1)
      head.condition = written.substr(std::min(written.find_first_not_of(' '), written.size()));
    head.parts[part++] = without_spaces(written);
    begin = i + 1;
    if (is_end) {
      head.end = i + 1;
      return part == head.parts.size() ? std::optional(head) : std::nullopt;
    }
  }
  return std::nullopt;
}

/// The last line of what a loop repeats, whose head ends at a place of line `at`.
std::size_t end_of_body(const Lines& lines, std::size_t at, std::size_t place) {
  int depth = 0;
  for (std::size_t line = at; line < lines.size(); ++line, place = 0) {
    for (const char c : lines[line].substr(std::min(place, lines[line].size()))) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth <= 0 && (c == '}' || c == ';')) return line;
    }
  }
  return lines.size();
}

/// The k of "int k = 0"; empty where it begins at something else than a number.
std::string_view counted_from_number(std::string_view init) {
  const auto equals = init.find('=');
  if (equals == init.npos || equals + 1 >= init.size()) return {};
  const auto value = init.substr(equals + 1);
  if (!std::ranges::all_of(value, [](unsigned char c) { return std::isdigit(c) != 0; })) return {};
  // Without spaces "int k" is "intk".
  for (const std::string_view type : {"unsignedint", "unsigned", "size_t", "int", "long", "auto"}) {
    const auto name = init.substr(0, equals);
    if (name.starts_with(type) && name.size() > type.size()) return name.substr(type.size());
  }
  return init.substr(0, equals);
}

std::optional<LoopOfIndex> loop_of(const Head& head) {
  const auto variable = counted_from_number(head.parts[0]);
  if (!is_name(variable)) return std::nullopt;
  LoopOfIndex loop{0, std::string(variable), head.condition};
  const auto& [init, condition, step] = head.parts;
  const bool is_by_one =
      step == "++" + loop.variable || step == loop.variable + "++" || step == loop.variable + "+=1";
  loop.has_stride = !is_by_one && step.starts_with(loop.variable + "+=");
  const auto compared = loop.variable + "<=";
  loop.admits_end = is_by_one && condition.starts_with(compared) &&
                    condition.find_first_of("&|") == std::string::npos;
  return loop;
}

/// Whether the text has the variable in it, or one of its names is set to something that has.
bool leads_to(const Lines& lines, std::size_t first, std::size_t here, std::string_view text,
              std::string_view variable) {
  if (has_word(text, variable)) return true;
  for (std::size_t begin = 0; begin < text.size();) {
    auto end = begin;
    while (end < text.size() && is_identifier(text[end])) ++end;
    const auto word = text.substr(begin, end - begin);
    const auto value = is_name(word) ? value_before(lines, first, here, word) : std::nullopt;
    if (value && has_word(*value, variable)) return true;
    begin = end + 1;
  }
  return false;
}

bool has_variable(const Lines& lines, std::size_t first, std::size_t here,
                  std::string_view variable) {
  return std::ranges::any_of(accesses_of(lines[here]), [&](const Access& access) {
    return std::ranges::any_of(access.terms, [&](const std::string& term) {
      return leads_to(lines, first, here, term, variable);
    });
  });
}

}  // namespace

std::optional<LoopOfIndex> loop_of_index(std::string_view text, std::uint32_t line) {
  const Lines lines = lines_of(text);
  if (line == 0 || line > lines.size()) return std::nullopt;
  const std::size_t here = line - 1;
  const std::size_t first = function_of(lines, here).first;
  for (std::size_t at = here + 1; at-- > first;) {
    const auto head = head_in(lines[at]);
    if (!head || end_of_body(lines, at, head->end) < here) continue;
    auto loop = loop_of(*head);
    if (!loop || !has_variable(lines, first, here, loop->variable)) continue;
    loop->line = static_cast<std::uint32_t>(at + 1);
    return loop;
  }
  return std::nullopt;
}

}  // namespace warpscope::runner
