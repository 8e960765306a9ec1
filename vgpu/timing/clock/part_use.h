// How much of what each part of a GPU can do a launch made use of.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vgpu/timing/clock/l2.h"
#include "vgpu/timing/clock/multiprocessor.h"
#include "vgpu/timing/clock/stall_account.h"

namespace warpscope::timing {

struct PartUse {
  std::string part;  ///< "dram", "l2", "l1", "issue" or a unit of the sub-cores: "fma", ...
  double share = 0;  ///< of its peak over the launch's duration
};

/// The launch has ended and took so many cycles, of which those of its beginning and end are part.
/// "dram": bytes that were moved, of its peak bandwidth; "l2": cycles of its arrays; "l1": cycles
/// of the SMs' address units, which all memory instructions and shuffles go through; "issue":
/// slots. SMs are those that had blocks. Parts that were not used are left out.
std::vector<PartUse> part_use(const std::vector<std::unique_ptr<Multiprocessor>>& sms, const L2& l2,
                              const StallAccount& stalls, double cycles);

}  // namespace warpscope::timing
