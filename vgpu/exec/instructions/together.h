// Instructions with `.sync`: the lanes that a member mask names execute them together.
#pragma once

#include <cstdint>

#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// What one group of lanes does: `members` are those of the mask that have not exited; they are the
/// active ones. 0 where LeftOut::lane_exchange has the lanes get nothing of each other: zeros, and
/// predicates that do not hold.
using GroupAction = void (*)(WarpContext&, const Operation*, std::uint32_t members);

/// What lanes at different places of the program need of each other to act together.
enum class Exchange : std::uint8_t {
  in_one_place,  ///< they do not: all lanes must have come to the same operation
  nothing,       ///< to have come is all
  predicate,     ///< the predicate Operation::a, negated where GroupOperands says so
  word,          ///< the 32-bit register Operation::a
  double_word,   ///< the 64-bit register Operation::a
};

/// Executes `action` once for each member mask (32-bit register `mask_slot`) that the active lanes
/// name, when all lanes of the mask have come; until then the path waits. Lanes of one path may
/// name different masks, as tiles of a warp do, as long as no lane is named by a mask other than
/// its own: that, and a lane outside its own mask, raises Fault::Kind::invalid_sync_mask.
/// Unless the exchange is in_one_place, lanes that wait at the same instruction elsewhere take
/// part.
const Operation* act_together(WarpContext& c, const Operation* op, Slot mask_slot,
                              GroupAction action, Exchange exchange);

}  // namespace warpscope::exec
