// Faults of accesses: addresses that are not where they should be.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "vgpu/counting/sectors.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

inline std::uint32_t first_lane(std::uint32_t mask) {
  return static_cast<std::uint32_t>(std::countr_zero(mask));
}

/// Lanes of `mask` whose address is not a multiple of the size.
std::uint32_t misaligned_lanes(const LaneAddresses& addresses, std::uint32_t mask,
                               std::uint32_t size_bytes);

// All give false, so that whoever resolves can return it. `address` is that of the first of
// `lanes`.

bool raise_misaligned(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                      std::uint64_t address, std::uint32_t size_bytes, bool is_store);
/// In no allocation.
bool raise_outside(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                   std::uint64_t address, std::uint32_t size_bytes, bool is_store);
/// Beyond the end of a space of its own; `whose`: " of the block's shared memory, which has 8
/// bytes."
bool raise_beyond(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                  std::uint64_t offset, std::uint32_t size_bytes, bool is_store, ptx::Space space,
                  const std::string& whose);

}  // namespace warpscope::exec
