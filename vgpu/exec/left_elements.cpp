#include "vgpu/exec/left_elements.h"

#include "vgpu/exec/analysis/access_ranges.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec {

std::vector<LaunchFootprint::Left> left_elements(const Kernel& kernel,
                                                 const LaunchConfiguration& configuration) {
  std::vector<LaunchFootprint::Left> all;
  const Dim3 &grid = configuration.grid, &block = configuration.block;
  if (!kernel.access_ranges || grid.y != 1 || grid.z != 1 || block.y != 1 || block.z != 1)
    return all;
  const auto threads = static_cast<std::int64_t>(grid.x) * block.x;
  for (const AccessRange& access : kernel.access_ranges->accesses) {
    const IndexValue& address = access.address;
    const bool is_own = access.is_store && !address.is_strided && address.limit &&
                        address.scale == static_cast<std::int64_t>(access.size_bytes);
    if (!is_own) continue;
    const auto base = value_in({true, false, 8, address.place}, configuration.parameters);
    const auto most = most_below(*address.limit, configuration.parameters);
    if (!base || !most) continue;
    const std::int64_t bound = *most + address.limit_offset + 1;
    if (bound <= threads || bound - threads >= block.x) continue;
    const auto at = [&](std::int64_t element) {
      return static_cast<std::uint64_t>(*base + address.offset + element * address.scale);
    };
    all.push_back({at(threads), at(bound), static_cast<std::uint64_t>(threads),
                   static_cast<std::uint64_t>(bound)});
  }
  return all;
}

}  // namespace warpscope::exec
