#include "viewer/model/step_lines.h"

#include <algorithm>

namespace warpscope::viewer {
namespace {

using Group = device::StoodGroup;

bool goes_on(const Group& group) {
  return group.state == Group::State::running || group.state == Group::State::ready;
}

const device::StoodWarp* followed(const device::Stood& stood) {
  return stood.warp < stood.warps.size() ? &stood.warps[stood.warp] : nullptr;
}

}  // namespace

record::SourceLine place_of_warp(const device::Stood& stood) {
  const auto* warp = followed(stood);
  if (warp == nullptr || warp->groups.empty()) return {};
  const auto& groups = warp->groups;
  auto found = std::ranges::find(groups, Group::State::running, &Group::state);
  if (found == groups.end()) found = std::ranges::find_if(groups, goes_on);
  if (found == groups.end()) found = groups.begin();
  return found->place.where;
}

std::vector<StepLine> step_lines(const device::Stood& stood, const device::Stood* history,
                                 const std::string& file, const std::string& text) {
  std::vector<StepLine> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back().text = text.substr(begin, end - begin);
    if (lines.back().text.ends_with('\r')) lines.back().text.pop_back();
    begin = end + 1;
  }
  const auto line_of = [&](const record::SourceLine& where) -> StepLine* {
    const bool is_here = where.file == file && where.line >= 1 && where.line <= lines.size();
    return is_here ? &lines[where.line - 1] : nullptr;
  };
  if (const auto* warp = followed(stood)) {
    for (const auto& group : warp->groups) {
      if (auto* line = line_of(group.place.where))
        (goes_on(group) ? line->running : line->waiting) |= group.lanes;
    }
  }
  if (history == nullptr) return lines;
  for (const auto& of : history->lines) {
    auto* line = line_of(of.where);
    if (line == nullptr || of.instructions == 0) continue;
    line->instructions = of.instructions;
    line->active_lanes = static_cast<double>(of.lanes) / static_cast<double>(of.instructions);
  }
  return lines;
}

}  // namespace warpscope::viewer
