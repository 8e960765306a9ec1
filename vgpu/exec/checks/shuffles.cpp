// Lanes that a warp operation wants and that take no part in it, and values that nobody has given.
#include <bit>
#include <string>

#include "vgpu/exec/base/text.h"
#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

std::string lanes_text(std::uint32_t lanes) {
  if ((lanes & (lanes - 1)) == 0) return "lane " + std::to_string(first_lane(lanes));
  std::string text;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((lanes >> lane & 1u) == 0) continue;
    std::uint32_t last = lane;
    while (last + 1 < kWarpSize && (lanes >> (last + 1) & 1u) != 0) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(lane);
    if (last != lane) text += "-" + std::to_string(last);
    lane = last;
  }
  return "lanes " + text;
}

std::string warp_text(const Violation::Access& access) {
  return "warp " + std::to_string(access.warp) + " of block " + index_text(access.block_index);
}

}  // namespace

void BlockChecker::on(const UndefinedUse& use) {
  const auto& [who, shuffle, is_unset] = use;
  if (is_unset) return report_unset(use);
  Violation* violation =
      checker_.add_at(Violation::Kind::shuffle_from_inactive_lane, shuffle, shuffle);
  if (violation == nullptr) return;
  violation->access =
      checker_.describe_instruction(shuffle, number_, who.warp, first_lane(who.lanes));
  violation->detail = "In " + warp_text(violation->access) + " " + lanes_text(who.lanes) +
                      " use what this shuffle gave them, or what came of it: a value of a lane "
                      "that has exited, is in another branch or is not in the mask. It can be "
                      "anything.";
}

void BlockChecker::report_unset(const UndefinedUse& use) {
  const auto& [who, instruction, is_unset] = use;
  Violation* violation =
      checker_.add_at(Violation::Kind::uninitialised_local, instruction, instruction);
  if (violation == nullptr) return;
  violation->space = ptx::Space::local;
  violation->is_of_register = true;
  violation->access =
      checker_.describe_instruction(instruction, number_, who.warp, first_lane(who.lanes));
  violation->detail = "In " + warp_text(violation->access) + " " + lanes_text(who.lanes) +
                      (std::has_single_bit(who.lanes)
                           ? " computes with a variable that nothing has given a value, and stores "
                             "what comes of it."
                           : " compute with a variable that nothing has given a value, and store "
                             "what comes of it.");
}

void BlockChecker::on(const MissingLanes& lanes) {
  const auto& [who, instruction, missing] = lanes;
  Violation* violation =
      checker_.add_at(Violation::Kind::missing_lanes_in_mask, instruction, instruction);
  if (violation == nullptr) return;
  violation->access =
      checker_.describe_instruction(instruction, number_, who.warp, first_lane(who.lanes));
  violation->detail = "In " + warp_text(violation->access) + " " + lanes_text(who.lanes) +
                      " come here with a mask that also names " + lanes_text(missing) +
                      ": these went another way and returned without coming.";
}

}  // namespace warpscope::exec::checks
