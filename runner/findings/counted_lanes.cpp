// Places that are counted by the lanes before one: where its mask has the lane itself, the first
// place is 1.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

/// "(1u<<(lane+1))-1", "(2u<<lane)-1" or %lanemask_le: the bits of the lanes up to one's own. The
/// text has no spaces.
bool has_own_lane(std::string_view text) {
  if (text.find("lanemask_le") != text.npos) return true;
  for (auto at = text.find("<<"); at != text.npos; at = text.find("<<", at + 1)) {
    // Behind the shift, as far as the parentheses that it has opened.
    auto end = at + 2;
    int depth = 0;
    while (end < text.size() && (depth > 0 || text[end] != ')')) {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      ++end;
    }
    auto lane = text.substr(at + 2, end - at - 2);
    if (!text.substr(end).starts_with(")-1")) continue;
    while (lane.starts_with('(') && lane.ends_with(')')) lane = lane.substr(1, lane.size() - 2);
    auto base = text.substr(0, at);
    while (base.ends_with('u') || base.ends_with('U') || base.ends_with('L')) base.remove_suffix(1);
    const bool is_of_two = base.ends_with('2') && !base.ends_with("32");
    if (is_of_two || (base.ends_with('1') && lane.ends_with("+1"))) return true;
  }
  return false;
}

/// "before" of "const unsigned before=…"; empty where the line sets no name.
std::string_view set_name(std::string_view line) {
  auto end = line.find('=');
  if (end == line.npos) return {};
  while (end > 0 && line[end - 1] == ' ') --end;
  auto begin = end;
  while (begin > 0 && is_identifier(line[begin - 1])) --begin;
  return line.substr(begin, end - begin);
}

/// Line `at` counts by such a mask, which it has itself or which a line of its function above has
/// made.
bool counts_own_lane(const std::vector<std::string_view>& lines, std::size_t at) {
  if (lines[at].find("popc") == std::string_view::npos) return false;
  for (std::size_t line = function_of(lines, at).first; line <= at; ++line) {
    if (!has_own_lane(without_spaces(lines[line]))) continue;
    const auto name = set_name(lines[line]);
    if (line == at || (!name.empty() && has_word(lines[at], name))) return true;
  }
  return false;
}

}  // namespace

void explain_counted_lanes(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id != "out-of-bounds" && finding.id != "guard-off-by-one") continue;
    const auto found = line_in_source(record, finding);
    if (!found || !counts_own_lane(found->lines, found->at)) continue;
    finding.hint =
        "The mask has the bit of the lane itself, so the first place that is counted is 1. Places "
        "begin at 0: count the lanes before it, mask & ((1u << lane) - 1).";
  }
}

}  // namespace warpscope::runner
