// Loops around atomicCAS that compare with the same value in each round: once the word has changed,
// it never succeeds again.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/findings/call_arguments.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::string_view kCall = "atomicCAS";
/// The device names a line of the loop, and the call is that line or near to it.
constexpr std::size_t kNear = 6;

bool is_of_loop(std::string_view id) {
  return id == "spin-without-progress" || id == "endless-loop" || id == "instruction-budget";
}

/// What "NAME = …" gives the name on a line, without spaces; nothing for another line.
std::optional<std::string> given_on(std::string_view line, std::string_view name) {
  const auto text = without_spaces(line);
  const std::string wanted = std::string(name) + "=";
  for (auto at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) {
    const auto behind = at + wanted.size();
    // Spaces are gone: "unsigned seen=" reads as one word, and so does the end of another name.
    const bool is_comparison = behind < text.size() && text[behind] == '=';
    if (!is_comparison && has_word(line, name)) return text.substr(behind);
  }
  return std::nullopt;
}

/// Where the loop around a line begins: the nearest line above, or the line itself, that says so.
std::optional<std::size_t> loop_of(const Lines& lines, std::size_t first, std::size_t at) {
  constexpr std::array<std::string_view, 3> kLoops{"while", "for", "do"};
  const bool is_end_of_do = without_spaces(lines[at]).find("}while(") != std::string::npos;
  for (std::size_t line = at + 1; line-- > first;) {
    if (is_end_of_do && has_word(lines[line], "do")) return line;
    const bool begins = std::ranges::any_of(
        kLoops, [&](std::string_view word) { return has_word(lines[line], word); });
    if (!is_end_of_do && begins) return line;
  }
  return std::nullopt;
}

/// A value that was read from memory, and not one that a lock has when it is free.
bool is_of_memory(std::string_view value) {
  constexpr std::array<std::string_view, 4> kReads{"*", "[", "atomic", "load("};
  return std::ranges::any_of(kReads, [&](auto word) { return value.find(word) != value.npos; });
}

struct Kept {
  std::size_t line = 0;
  std::string name;
};

/// An atomicCAS at the line or near to it whose comparand nothing in its loop changes.
std::optional<Kept> kept_comparand(const Lines& lines, std::size_t at) {
  const auto [first, end] = function_of(lines, at);
  const auto last = std::min({end, lines.size(), at + kNear});
  for (std::size_t line = std::max(first, at > kNear ? at - kNear : 0); line < last; ++line) {
    const auto call = lines[line].find(kCall);
    const auto open = call == std::string_view::npos ? call : lines[line].find('(', call);
    if (open == std::string_view::npos) continue;
    const auto arguments = arguments_behind(lines[line], open);
    if (arguments.size() < 3) continue;
    const auto name = without_spaces(arguments[1]);
    const auto loop = loop_of(lines, first, line);
    if (!is_name(name) || !loop) continue;
    std::optional<std::string> before;
    bool is_changed = false;
    for (std::size_t other = first; other < std::min(end, lines.size()); ++other) {
      const auto given = given_on(lines[other], name);
      if (given && other < *loop) before = given;
      // By its address it may be changed, too.
      is_changed = is_changed || (given && other >= *loop) ||
                   lines[other].find("&" + name) != std::string_view::npos;
    }
    if (before && !is_changed && is_of_memory(*before)) return Kept{line, name};
  }
  return std::nullopt;
}

}  // namespace

void explain_kept_comparands(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    const auto found = is_of_loop(finding.id) ? line_in_source(record, finding) : std::nullopt;
    const auto kept = found ? kept_comparand(found->lines, found->at) : std::nullopt;
    if (!kept) continue;
    finding.where->line = static_cast<std::uint32_t>(kept->line + 1);
    finding.cause += fmt::format(
        " In line {0} atomicCAS compares with {1} in each round, and nothing in the loop gives {1} "
        "another value: once somebody else has changed the word, it never succeeds.",
        kept->line + 1, kept->name);
    finding.hint = fmt::format(
        "Take what atomicCAS gives back, which is what the word holds now, and let the next round "
        "begin with that: {} = what it gave back.",
        kept->name);
  }
}

}  // namespace warpscope::runner
