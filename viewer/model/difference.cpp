#include "viewer/model/difference.h"

#include <algorithm>
#include <cstddef>

#include "viewer/model/line_map.h"

namespace warpscope::viewer {
namespace {

using DifferenceKind = DifferenceLine::Kind;

/// Around a change.
constexpr std::size_t kSameLines = 3;

DifferenceLine shown_line(DifferenceKind kind, const std::vector<std::string_view>& lines,
                          std::size_t index) {
  return {kind, static_cast<std::uint32_t>(index) + 1, lines[index]};
}

}  // namespace

std::vector<DifferenceLine> difference(std::string_view from, std::string_view to) {
  const auto old_lines = split_lines(from), new_lines = split_lines(to);
  std::vector<DifferenceLine> shown;
  std::size_t next = 0;  // line of the new text that is not told yet
  const auto tell_same = [&](std::size_t end) {
    for (; next < end; ++next) shown.push_back(shown_line(DifferenceKind::same, new_lines, next));
  };
  const auto changes = changed_lines(old_lines, new_lines);
  for (const auto& change : changes) {
    const auto begin = change.new_begin - std::min(change.new_begin, kSameLines);
    const bool is_behind = !shown.empty();
    if (is_behind) tell_same(std::min(next + kSameLines, change.new_begin));
    if (begin > next) {
      shown.push_back({DifferenceKind::left_out, 0, {}});
      next = begin;
    }
    tell_same(change.new_begin);
    for (auto k = change.old_begin; k < change.old_end; ++k)
      shown.push_back(shown_line(DifferenceKind::removed, old_lines, k));
    for (; next < change.new_end; ++next)
      shown.push_back(shown_line(DifferenceKind::added, new_lines, next));
  }
  if (shown.empty()) return shown;
  tell_same(std::min(next + kSameLines, new_lines.size()));
  if (next < new_lines.size()) shown.push_back({DifferenceKind::left_out, 0, {}});
  return shown;
}

}  // namespace warpscope::viewer
