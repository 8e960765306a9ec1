// Mbarriers that a warp uses without having waited until another one had initialised them.
#include <string>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {

void BlockChecker::on(const MbarrierInit& init) {
  const auto& [who, offset, instruction] = init;
  mbarriers_[offset] = {who, order_.now(), instruction};
}

void BlockChecker::on(const MbarrierUse& use) {
  const auto& [who, offset, instruction] = use;
  const auto found = mbarriers_.find(offset);
  if (found == mbarriers_.end()) return;  // the machine says so
  const Initialisation first = found->second;
  const std::uint32_t lane = first_lane(who.lanes), by = first_lane(first.who.lanes);
  if (who.warp == first.who.warp || order_.knows(who.warp, lane, first.who.warp, by, first.time))
    return;
  mbarriers_.erase(found);  // said once
  Violation* violation =
      checker_.add_at(Violation::Kind::missing_barrier, instruction, first.instruction);
  if (violation == nullptr) return;
  violation->access = checker_.describe_instruction(instruction, number_, who.warp, lane);
  violation->other = checker_.describe_instruction(first.instruction, number_, first.who.warp, by);
  const std::uint32_t line = violation->other.where.line;
  violation->detail = "Warp " + std::to_string(who.warp) + " uses an mbarrier that warp " +
                      std::to_string(first.who.warp) + " initialises" +
                      (line == 0 ? "" : " in line " + std::to_string(line)) +
                      ", and nothing makes it wait for that.";
}

}  // namespace warpscope::exec::checks
