#include "vgpu/exec/instructions/together.h"

#include <bit>

#include "vgpu/exec/machine/describe.h"

namespace warpscope::exec {
namespace {

// The lanes of `candidates` that name the same mask as the first of them.
std::uint32_t same_mask(const std::uint32_t* masks, std::uint32_t candidates) {
  const std::uint32_t members = masks[std::countr_zero(candidates)];
  std::uint32_t group = 0;
  for (std::uint32_t rest = candidates; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (masks[lane] == members) group |= 1u << lane;
  }
  return group;
}

}  // namespace

const Operation* act_together(WarpContext& c, const Operation* op, Slot mask_slot,
                              GroupAction action, bool meets_anywhere) {
  const std::uint32_t* masks = c.at<std::uint32_t>(mask_slot);
  const std::uint32_t whole = c.active;
  if (is_block_wide(mask_slot) && (masks[0] & c.alive) == whole) {
    action(c, op, whole);
    return op + 1;
  }
  if (const std::uint32_t members = masks[std::countr_zero(whole)];
      same_mask(masks, whole) == whole && (members & c.alive) == whole) {
    action(c, op, whole);
    return op + 1;
  }
  for (std::uint32_t rest = whole; rest != 0;) {
    const std::uint32_t members = masks[std::countr_zero(rest)];
    const std::uint32_t group = same_mask(masks, rest);
    rest &= ~group;
    const std::uint32_t wrong = (group & ~members) | (members & whole & ~group);
    if (wrong != 0) {
      return raise(c, op, Fault::Kind::invalid_sync_mask, wrong,
                   "Lanes " + lane_list(group) +
                       " execute a .sync instruction with the member mask of lanes " +
                       lane_list(members) + ", but lanes " + lane_list(wrong) +
                       " are not in their own mask or execute it with another one.");
    }
    if ((members & c.alive & ~group) == 0) continue;
    if (group != whole) return c.diverge(group, op, op, c.reconverge);
    Path& path = c.paths[static_cast<std::size_t>(c.running)];
    path.sync_mask = members;
    path.meets_anywhere = meets_anywhere;
    return c.wait(Path::State::at_sync, op);
  }
  for (std::uint32_t rest = whole; rest != 0;) {
    const std::uint32_t group = same_mask(masks, rest);
    rest &= ~group;
    if (group != whole) c.set_active(group);
    action(c, op, group);
  }
  if (c.active != whole) c.set_active(whole);
  return op + 1;
}

}  // namespace warpscope::exec
