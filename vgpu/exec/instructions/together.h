// Instructions with `.sync`: the lanes that a member mask names execute them together.
#pragma once

#include <cstdint>

#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// What one group of lanes does: `members` are those of the mask that have not exited; they are the
/// active ones.
using GroupAction = void (*)(WarpContext&, const Operation*, std::uint32_t members);

/// Executes `action` once for each member mask (32-bit register `mask_slot`) that the active lanes
/// name, when all lanes of the mask have come; until then the path waits. Lanes of one path may
/// name different masks, as tiles of a warp do, as long as no lane is named by a mask other than
/// its own: that, and a lane outside its own mask, raises Fault::Kind::invalid_sync_mask.
/// With `meets_anywhere` the waiting ones go on when all lanes of the mask wait at such operations,
/// whichever they are.
const Operation* act_together(WarpContext& c, const Operation* op, Slot mask_slot,
                              GroupAction action, bool meets_anywhere = false);

}  // namespace warpscope::exec
