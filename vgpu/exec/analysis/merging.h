// Loads and stores that ptxas makes one (docs/reference/counters.md, rule R13).
#pragma once

#include <optional>
#include <vector>

#include "vgpu/counting/pieces.h"
#include "vgpu/exec/analysis/alignment.h"
#include "vgpu/exec/analysis/control_flow.h"

namespace warpscope::exec {

/// By instruction: the requests of a load or store that ptxas merges with others; nothing for one
/// that is as it stands. The first of those that become one has the request, the others have none.
/// `is_read` is read_registers().
std::vector<std::optional<Pieces>> merged_accesses(const ptx::Function& function,
                                                   const std::vector<FlowBlock>& blocks,
                                                   const std::vector<bool>& is_read,
                                                   const PlaceOf& place_of);

}  // namespace warpscope::exec
