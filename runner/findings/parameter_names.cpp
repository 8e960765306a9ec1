#include "runner/findings/parameter_names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace warpscope::runner {
namespace {

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The text with comments and the inside of quotes as spaces, so that what is left keeps its place.
std::string without_comments(std::string_view text) {
  std::string code(text);
  const auto blank = [&](std::size_t from, std::size_t to) {
    to = std::min(to, code.size());
    std::fill(code.begin() + static_cast<std::ptrdiff_t>(from),
              code.begin() + static_cast<std::ptrdiff_t>(to), ' ');
    return to;
  };
  for (std::size_t k = 0; k < code.size(); ++k) {
    if (code.compare(k, 2, "//") == 0) {
      k = blank(k, code.find('\n', k));
    } else if (code.compare(k, 2, "/*") == 0) {
      const std::size_t end = code.find("*/", k + 2);
      k = blank(k, end == std::string::npos ? end : end + 2) - 1;
    } else if (code[k] == '"') {
      std::size_t end = k + 1;
      while (end < code.size() && code[end] != '"' && code[end] != '\n')
        end += code[end] == '\\' ? 2 : 1;
      k = blank(k + 1, end);
    }
  }
  return code;
}

/// "a" of "const float* __restrict__ a", "int (&b)[4]" and "float c[]"; "" of "float*" and "int".
std::string name_of(std::string_view parameter) {
  parameter = parameter.substr(0, parameter.find('='));
  parameter = parameter.substr(0, parameter.find('['));
  while (!parameter.empty() && !is_part_of_name(parameter.back())) parameter.remove_suffix(1);
  std::size_t begin = parameter.size();
  while (begin > 0 && is_part_of_name(parameter[begin - 1])) --begin;
  const std::string_view name = parameter.substr(begin);
  // A type comes before a name; a type of several words has the last of these at its end.
  static constexpr std::array kTypeWords{"int",      "char",         "short",   "long",
                                         "unsigned", "const",        "bool",    "float",
                                         "double",   "__restrict__", "volatile"};
  const auto before = parameter.substr(0, begin);
  const bool has_type = std::ranges::any_of(before, is_part_of_name);
  if (!has_type || std::ranges::find(kTypeWords, name) != kTypeWords.end()) return {};
  return std::string(name);
}

/// The parameters between the parenthesis at `open` and the one that closes it.
std::vector<std::string> names_between(std::string_view code, std::size_t open) {
  std::vector<std::string> names;
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t k = open; k < code.size(); ++k) {
    const char c = code[k];
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    const bool ends = depth == 0;
    if (ends || (c == ',' && depth == 1)) {
      names.push_back(name_of(code.substr(begin, k - begin)));
      begin = k + 1;
    }
    if (ends) return names;
  }
  return {};
}

}  // namespace

std::vector<std::string> parameter_names(std::string_view text, std::string_view kernel) {
  const std::string code = without_comments(text);
  std::vector<std::string> found;
  constexpr std::string_view kGlobal = "__global__";
  for (std::size_t at = code.find(kGlobal); !kernel.empty() && at != std::string::npos;
       at = code.find(kGlobal, at + kGlobal.size())) {
    // Its head ends where its body begins, or at the semicolon of a declaration.
    const std::size_t end = std::min(code.find_first_of("{;", at), code.size());
    std::size_t name = code.find(kernel, at + kGlobal.size());
    while (name < end && (is_part_of_name(code[name - 1]) ||
                          is_part_of_name(code[std::min(name + kernel.size(), code.size() - 1)])))
      name = code.find(kernel, name + 1);
    if (name >= end) continue;
    const std::size_t open = code.find_first_not_of(" \t\r\n", name + kernel.size());
    if (open == std::string::npos || code[open] != '(') continue;
    const auto names = names_between(code, open);
    if (std::ranges::all_of(names, &std::string::empty)) continue;  // a declaration without names
    if (!found.empty() && found != names) return {};
    found = names;
  }
  return found;
}

}  // namespace warpscope::runner
