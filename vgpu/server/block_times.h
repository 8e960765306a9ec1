// When the blocks of a launch began, as far as its phase marks show it.
#pragma once

#include <cstdint>
#include <span>

#include "record/record.h"

namespace warpscope::device {

/// Assigns each block a start time by list scheduling, and moves its phases there: blocks begin in
/// the order of their indices, each as soon as one of the `resident` places of its SM (0 is taken
/// for 1) is free, and a block takes as long as its last phase ends. On the virtual GPU every
/// block's own clock begins at 0 and knows of no other block, so this is a model, as all its times
/// are: blocks without marks take no time, and blocks that are resident together do not slow each
/// other down.
///
/// Takes `phases` sorted by block, of which `clock_hz` turns cycles into time.
void place_blocks(std::span<record::Phase> phases, std::uint32_t resident, double clock_hz);

}  // namespace warpscope::device
