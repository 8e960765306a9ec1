// Which sums of whole numbers come to memory.
#pragma once

#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// By instruction: true for a sum of 32 bits that a store or an atomic may put into shared or
/// global memory, as it is or with more added, chosen, shuffled or made wider. Not those that only
/// make addresses, comparisons or products. Empty when there is none.
std::vector<bool> stored_sums(const ptx::Function& function);

}  // namespace warpscope::exec
