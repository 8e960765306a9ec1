// What ptxas makes of mbarriers and bulk copies besides one instruction for each.
#pragma once

#include <span>

#include "vgpu/machine_code/homes.h"

namespace warpscope::machine_code {

/// ptxas puts a first turn before a loop that tests an mbarrier, and says of that turn's test that
/// it comes from the instruction before the loop. Gives such a test, and the branch behind it, the
/// numbers of the loop's. `blocks` are those of a kernel that `function` is the code of.
void attribute_peeled_tests(MachineFunction& function, const InstructionNumbers& numbers,
                            std::span<const PtxBlock> blocks);

/// A bulk copy, or the initialisation of an mbarrier, is a loop with a turn for each lane that
/// executes it. Takes the way back out of each such loop, so that no other turn of a loop of the
/// program is taken for it: all lanes' turns are one.
void join_turns_of_lanes(MachineFunction& function);

}  // namespace warpscope::machine_code
