// Kernels of which can be told, before they run, where in memory each block reads and writes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vgpu/exec/analysis/index_values.h"

namespace warpscope::exec {

/// One instruction that accesses global memory.
struct AccessRange {
  IndexValue address;  ///< of kind address
  std::uint32_t size_bytes = 0;
  bool is_store = false;
};

struct AccessRanges {
  std::vector<AccessRange> accesses;
  std::vector<IndexValues::Sum> sums;
};

/// Of a kernel that calls nothing, whose every access of global memory is a weak load or store at
/// an address made of the thread's number, and in which nothing that was loaded decides which
/// instructions run or where they access memory: executed again, it does the same steps. Nothing
/// otherwise. `unset`: by unset_registers().
std::optional<AccessRanges> find_access_ranges(const ptx::Function& function,
                                               const std::vector<FlowBlock>& blocks,
                                               const std::vector<bool>& unset);

}  // namespace warpscope::exec
