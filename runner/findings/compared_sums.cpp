// Sums of floats of host and device that are compared with == or !=: another order of adding gives
// another last digit.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/call_arguments.h"
#include "runner/findings/declared_types.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using Lines = std::vector<std::string_view>;

/// The lines of a function.
struct Range {
  const Lines& lines;
  std::size_t first = 0, end = 0;
};

/// What is compared: `sum`, `*sum`, `sum[0]`.
struct Operand {
  std::string_view name;
  std::size_t first = 0, end = 0;  ///< of its tokens
};

bool is_first_element(const Tokens& tokens, std::size_t at) {
  return at + 2 < tokens.size() && tokens[at] == "[" && tokens[at + 1] == "0" &&
         tokens[at + 2] == "]";
}

std::optional<Operand> operand_before(const Tokens& tokens, std::size_t end) {
  if (end == 0) return std::nullopt;
  std::size_t at = end - 1;
  if (tokens[at] == "]") {
    if (at < 3 || !is_first_element(tokens, at - 2)) return std::nullopt;
    at -= 3;
  }
  if (!is_name(tokens[at])) return std::nullopt;
  return Operand{tokens[at], at, end};
}

std::optional<Operand> operand_behind(const Tokens& tokens, std::size_t first) {
  std::size_t at = first;
  if (at < tokens.size() && tokens[at] == "*") ++at;
  if (at >= tokens.size() || !is_name(tokens[at])) return std::nullopt;
  std::size_t end = at + 1;
  if (is_first_element(tokens, end)) end += 3;
  return Operand{tokens[at], first, end};
}

/// Nothing more is computed with it before it is compared.
bool stands_alone(const Tokens& tokens, const Operand& left, const Operand& right) {
  constexpr std::array<std::string_view, 10> kMore{"+",  "-", "/", "%",  ".",
                                                   "->", "[", "(", "::", "*"};
  std::size_t before = left.first;
  // "*sum" is the sum, and "2 * sum" is none.
  const bool is_dereferenced =
      before > 0 && tokens[before - 1] == "*" &&
      (before == 1 || !(is_identifier(tokens[before - 2].back()) || tokens[before - 2] == ")" ||
                        tokens[before - 2] == "]"));
  if (is_dereferenced) --before;
  const bool is_after =
      before > 0 && tokens[before - 1] != "(" && is_one_of(tokens[before - 1], kMore);
  const bool is_before = right.end < tokens.size() && is_one_of(tokens[right.end], kMore);
  return !is_after && !is_before;
}

/// Declared with the word float or double in front of it, in the function.
bool is_float(const Range& function, std::string_view name) {
  for (std::size_t k = function.first; k < function.end; ++k) {
    const Tokens tokens = tokens_of(function.lines[k]);
    bool is_declaration = false;
    for (const std::string_view token : tokens) {
      if (token == ";" || token == "{" || token == ")") is_declaration = false;
      if (token == "float" || token == "double") is_declaration = true;
      if (is_declaration && token == name) return true;
    }
  }
  return false;
}

/// A copy from the device goes there: `&sum`, `sum`, `sum.data()`.
bool is_copied_from_device(const Range& function, std::string_view name) {
  for (std::size_t k = function.first; k < function.end; ++k) {
    const std::string_view line = function.lines[k];
    const auto call = line.find("cudaMemcpy");
    const auto open = line.find('(', call == line.npos ? line.size() : call);
    if (open == line.npos) continue;
    std::string statement(line);
    for (std::size_t more = k + 1; more < function.end && statement.find(';') == statement.npos;
         ++more)
      statement += function.lines[more];
    const auto arguments = arguments_behind(statement, open);
    const bool is_to_host = statement.find("DeviceToHost") != statement.npos ||
                            statement.find("cudaMemcpyDefault") != statement.npos;
    if (is_to_host && !arguments.empty() && has_word(arguments.front(), name)) return true;
  }
  return false;
}

/// The function adds something to it in a loop, or has a library do so.
bool is_added_up(const Range& function, std::string_view name) {
  bool has_loop = false;
  for (std::size_t k = function.first; k < function.end; ++k) {
    const std::string_view line = function.lines[k];
    has_loop = has_loop || has_word(line, "for") || has_word(line, "while");
    const Tokens tokens = tokens_of(line);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (tokens[i] != name) continue;
      if (has_loop && tokens[i + 1] == "+=") return true;
      const bool is_of_library = line.find("accumulate(") != line.npos ||
                                 line.find("reduce(") != line.npos ||
                                 line.find("inner_product(") != line.npos;
      if (is_of_library && tokens[i + 1] == "=") return true;
    }
  }
  return false;
}

/// The two sums that a line compares; nothing where it does not, or they are no floats.
std::optional<std::pair<std::string_view, std::string_view>> compared_on(const Range& function,
                                                                         std::size_t line) {
  const Tokens tokens = tokens_of(function.lines[line]);
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (tokens[i] != "==" && tokens[i] != "!=") continue;
    const auto left = operand_before(tokens, i), right = operand_behind(tokens, i + 1);
    if (!left || !right || left->name == right->name || !stands_alone(tokens, *left, *right))
      continue;
    for (const auto& [of_device, of_host] :
         {std::pair(left->name, right->name), std::pair(right->name, left->name)}) {
      if (is_float(function, of_device) && is_float(function, of_host) &&
          is_added_up(function, of_host) && is_copied_from_device(function, of_device))
        return std::pair(of_device, of_host);
    }
  }
  return std::nullopt;
}

}  // namespace

void find_compared_sums(record::RunRecord& record) {
  for (const auto& source : record.sources) {
    const auto lines = lines_of(source.text);
    for (std::size_t at = 0; at < lines.size(); ++at) {
      const bool may_compare = lines[at].find("==") != std::string_view::npos ||
                               lines[at].find("!=") != std::string_view::npos;
      if (!may_compare) continue;
      const auto [first, end] = function_of(lines, at);
      const auto names = compared_on({lines, first, end}, at);
      if (!names) continue;
      auto finding = make_finding("float-sums-compared");
      finding.where = record::SourceLine{source.path, static_cast<std::uint32_t>(at + 1)};
      finding.cause = fmt::format(
          "{} comes from the device, and {} is added up on the host: each has an order of its own.",
          names->first, names->second);
      record.findings.push_back(std::move(finding));
    }
  }
}

}  // namespace warpscope::runner
