#include "runner/step/finding_place.h"

#include <algorithm>
#include <cstdio>

namespace warpscope::runner {

StepTarget target_of(const record::RunRecord& record, const record::Finding& finding) {
  StepTarget target;
  const auto launch = std::ranges::find_if(record.launches, [&](const record::Launch& each) {
    return finding.launch && each.id == *finding.launch;
  });
  auto in_case = finding.case_index;
  if (launch != record.launches.end()) {
    in_case = launch->case_index;
    const auto first =
        std::ranges::find(record.launches, launch->case_index, &record::Launch::case_index);
    target.launch = launch->id - std::min(first->id, launch->id);
  }
  if (in_case && *in_case < record.cases.size()) target.case_name = record.cases[*in_case].name;
  return target;
}

device::StepCommand way_to(const record::Finding& finding, const record::Dim3& grid) {
  device::StepCommand command;
  command.action = device::StepCommand::Action::to_line;
  if (finding.where) {
    command.file = finding.where->file;
    command.line = finding.where->line;
  }
  command.is_any_warp = true;
  unsigned x = 0, y = 0, z = 0, warp = 0;
  if (std::sscanf(finding.lanes.c_str(), "block (%u,%u,%u) warp %u", &x, &y, &z, &warp) == 4 &&
      x < grid.x && y < grid.y && z < grid.z) {
    command.block = (std::uint64_t{z} * grid.y + y) * grid.x + x;
    command.warp = warp;
    command.is_any_warp = false;
  }
  if (finding.access) command.action = device::StepCommand::Action::to_fault;
  return command;
}

}  // namespace warpscope::runner
