// Variables that one thread gives a value to, and all use.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

using Lines = std::vector<std::string_view>;

bool has_any(std::string_view text, auto words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// "if (lane == 0 && …)": a condition that holds for one thread of a warp or of a block.
bool asks_for_one_thread(std::string_view line) {
  constexpr std::array<std::string_view, 7> kOne{
      "lane==0", "lane()==0", "threadIdx.x==0", "thread==0", "tid==0", "rank()==0", "leader"};
  if (!has_word(line, "if")) return false;
  return has_any(without_spaces(line.substr(line.find("if"))), kOne);
}

/// For each line of [first, end), whether only one thread comes to it.
std::vector<bool> lines_of_one_thread(const Lines& lines, std::size_t first, std::size_t end) {
  std::vector<bool> result(lines.size()), blocks;
  bool is_next = false;  // behind a condition without a brace
  for (std::size_t at = first; at < end; ++at) {
    const bool asks = asks_for_one_thread(lines[at]);
    const bool is_inside = !blocks.empty() && blocks.back();
    result[at] = is_inside || is_next || asks;
    for (const char c : lines[at]) {
      if (c == '{') blocks.push_back(is_inside || is_next || asks);
      if (c == '}' && !blocks.empty()) blocks.pop_back();
    }
    is_next = asks && lines[at].find_first_of("{;") == std::string_view::npos;
  }
  return result;
}

/// The name that a statement "name = …" of the line sets; empty for a declaration, a member, an
/// element.
std::string_view set_name(std::string_view line) {
  for (auto at = line.find(" = "); at != std::string_view::npos; at = line.find(" = ", at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && is_identifier(line[begin - 1])) --begin;
    const auto name = line.substr(begin, at - begin);
    auto before = line.substr(0, begin);
    while (before.ends_with(' ')) before.remove_suffix(1);
    const bool is_statement =
        before.empty() || before.ends_with(')') || before.ends_with('{') || before.ends_with(';');
    if (is_name(name) && is_statement) return name;
  }
  return {};
}

/// "unsigned first = 0;", "bool is_last;": a variable of the thread.
bool declares(std::string_view line, std::string_view name) {
  const auto at = line.find(name);
  if (at == std::string_view::npos || at == 0 || !has_word(line, name)) return false;
  if (has_any(line, std::array<std::string_view, 3>{"__shared__", "static ", "&"})) return false;
  auto before = line.substr(0, at);
  auto after = line.substr(at + name.size());
  while (before.ends_with(' ')) before.remove_suffix(1);
  while (after.starts_with(' ')) after.remove_prefix(1);
  if (before.empty() || has_word(before, "return")) return false;
  const bool is_behind_type = is_identifier(before.back()) || before.ends_with('>');
  return is_behind_type && (after.starts_with('=') || after.starts_with(';'));
}

struct OneThreadsValue {
  std::string_view name;
  std::size_t set_at = 0, used_at = 0;  ///< as indices of the lines
};

/// A variable of the thread that only one thread sets, and that line `use` uses for all.
std::optional<OneThreadsValue> value_used_at(const Lines& lines, std::size_t use) {
  constexpr std::array<std::string_view, 7> kHandsOn{
      "shfl", "__syncthreads_", "__ballot", "__any_", "__all_", "broadcast", "__reduce"};
  const auto [first, function_end] = function_of(lines, use);
  const auto end = std::min(function_end, lines.size());
  const auto is_of_one = lines_of_one_thread(lines, first, end);
  if (is_of_one[use]) return std::nullopt;
  for (std::size_t at = first; at < use; ++at) {
    const auto name = is_of_one[at] ? set_name(lines[at]) : std::string_view();
    if (name.empty() || !has_word(lines[use], name)) continue;
    bool is_declared = false, is_mine = true;
    for (std::size_t k = first; k < end; ++k) {
      if (!has_word(lines[k], name)) continue;
      is_declared = is_declared || (k < at && !is_of_one[k] && declares(lines[k], name));
      is_mine = is_mine && !has_any(lines[k], kHandsOn) &&
                lines[k].find("&" + std::string(name)) == std::string_view::npos &&
                (is_of_one[k] || set_name(lines[k]) != name);
    }
    if (is_declared && is_mine) return OneThreadsValue{name, at, use};
  }
  return std::nullopt;
}

/// Of a return before the barrier in line `barrier`: the one whose condition is one thread's.
std::optional<OneThreadsValue> value_of_return(const Lines& lines, std::size_t barrier) {
  for (std::size_t at = function_of(lines, barrier).first; at < lines.size(); ++at) {
    if (!has_word(lines[at], "return") || !has_word(lines[at], "if")) continue;
    if (at >= function_of(lines, barrier).second) break;
    if (auto value = value_used_at(lines, at)) return value;
  }
  return std::nullopt;
}

std::optional<OneThreadsValue> value_behind(const record::RunRecord& record,
                                            const record::Finding& finding) {
  const bool is_return = finding.id == "early-exit-before-barrier";
  const bool is_use = finding.id == "race-between-blocks" || finding.id == "wrong-element";
  if (!finding.where || (!is_return && !is_use)) return std::nullopt;
  const auto found = line_in_source(record, finding);
  if (!found) return std::nullopt;
  const auto& [lines, at] = *found;
  auto value = is_use ? value_used_at(lines, at) : value_of_return(lines, at);
  // The barrier may be in a function that the kernel calls, behind the return.
  const auto* launch = launch_of(record, finding);
  const auto kernel = launch == nullptr ? std::nullopt : kernel_site(record, *launch);
  if (is_return && !value && kernel && kernel->file == finding.where->file && kernel->line > 0)
    value = value_of_return(lines, kernel->line);
  return value;
}

/// "if (lane == 0 && stays) first = atomicAdd(…)": lane 0 draws for its warp, and only where its
/// own answer to the warp's vote is yes.
struct ConditionalDraw {
  std::string name;       ///< what is drawn: first
  std::string condition;  ///< stays
  std::size_t at = 0;     ///< as an index of the lines
};

/// "lane==0", "threadIdx.x%32==0".
bool is_for_lane_0(std::string_view condition) {
  constexpr std::array<std::string_view, 4> kNumbers{"lane", "threadIdx.x", "tid", "rank()"};
  return condition.ends_with("==0") && has_any(condition, kNumbers);
}

/// The draw of the line; nothing where it is none.
std::optional<ConditionalDraw> draw_on(std::string_view line) {
  if (!has_word(line, "if") || line.find("atomic") == std::string_view::npos) return std::nullopt;
  const std::string text = without_spaces(line.substr(line.find("if")));
  // "if(lane==0&&stays)first=atomic", or the other way round.
  const auto open = text.find('('), both = text.find("&&");
  if (open == std::string::npos || both == std::string::npos) return std::nullopt;
  const auto set = text.find(')', both), behind = text.find_first_of("|(", both);
  if (set == std::string::npos || behind < set) return std::nullopt;
  const std::string left = text.substr(open + 1, both - open - 1);
  const std::string right = text.substr(both + 2, set - both - 2);
  const bool is_left = is_for_lane_0(left);
  const auto rest = std::string_view(text).substr(set + 1);
  const auto equals = rest.find("=atomic");
  if (equals == std::string_view::npos || is_left == is_for_lane_0(right)) return std::nullopt;
  return ConditionalDraw{std::string(rest.substr(0, equals)), is_left ? right : left};
}

/// A draw in the function of line `use` whose name the line uses: the condition is what a vote asks
/// each lane, and lane 0 hands the name on.
std::optional<ConditionalDraw> draw_used_at(const Lines& lines, std::size_t use) {
  const auto [first, end] = function_of(lines, use);
  for (std::size_t at = first; at < use; ++at) {
    auto draw = draw_on(lines[at]);
    if (!draw || !is_name(draw->name) || !has_word(lines[use], draw->name)) continue;
    bool is_asked = false, is_handed_on = false;
    for (std::size_t k = first; k < use; ++k) {
      const std::string text = without_spaces(lines[k]);
      is_asked = is_asked || (text.find("__ballot_sync(") != std::string::npos &&
                              text.find(',' + draw->condition + ')') != std::string::npos);
      is_handed_on = is_handed_on || (text.find("__shfl_sync(") != std::string::npos &&
                                      text.find(',' + draw->name + ",0)") != std::string::npos);
    }
    draw->at = at;
    if (is_asked && is_handed_on) return draw;
  }
  return std::nullopt;
}

/// Names a finding at places that a lane draws for others only by chance; whether it is one.
bool explain_draw(const record::RunRecord& record, record::Finding& finding) {
  constexpr std::array<std::string_view, 4> kIds{"conflicting-writes", "race-between-blocks",
                                                 "out-of-bounds", "wrong-element"};
  if (!finding.where || std::ranges::find(kIds, finding.id) == kIds.end()) return false;
  const auto found = line_in_source(record, finding);
  const auto draw = found ? draw_used_at(found->lines, found->at) : std::nullopt;
  if (!draw) return false;
  give_words(finding, "value-of-one-thread", "of a draw");
  finding.cause += fmt::format(
      " Line {} draws {} for the whole warp, but only where {} holds for lane 0 itself. In other "
      "warps {} is what it was before, although their lanes use it in line {}.",
      draw->at + 1, draw->name, draw->condition, draw->name, finding.where->line);
  finding.where->line = static_cast<std::uint32_t>(draw->at + 1);
  return true;
}

}  // namespace

void find_values_of_one_thread(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (explain_draw(record, finding)) continue;
    const auto value = value_behind(record, finding);
    if (!value) continue;
    give_words(finding, "value-of-one-thread");
    finding.where->line = static_cast<std::uint32_t>(value->used_at + 1);
    finding.cause += fmt::format(
        " Line {0} gives {1} a value in one thread alone, and line {2} uses {1} in all of them. It "
        "is a variable of each thread: the others use what theirs held before.",
        value->set_at + 1, value->name, value->used_at + 1);
  }
}

}  // namespace warpscope::runner
