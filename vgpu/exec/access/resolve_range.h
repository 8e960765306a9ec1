// Checks of accesses that differ in size from lane to lane: asynchronous copies and mbarriers.
#pragma once

#include <optional>

#include "vgpu/exec/access/resolve.h"

namespace warpscope::exec {

/// Checks a global load of cp.async, counts it as a load and gives host addresses; `alignment` is
/// the size of the copy, of which a lane may read a part; `to` are the destinations in shared
/// memory of a .cg, which bypasses L1, else nullptr. False after raising a fault.
bool resolve_global_parts(WarpContext& context, const Operation* operation, std::uint32_t site,
                          const LaneAddresses& addresses, const LaneSizes& sizes_bytes,
                          std::uint32_t alignment, const std::uint32_t* to, LaneHosts& hosts);

/// One lane's bytes in global memory, or nothing after raising a fault. Observers are not told yet.
std::optional<RangeAccess> resolve_global_range(WarpContext& context, const Operation* operation,
                                                std::uint32_t lane, std::uint64_t address,
                                                std::uint32_t size_bytes, std::uint32_t alignment,
                                                bool is_store);

/// The same in shared memory; `address` is an offset in the block's shared memory or a generic
/// address of it.
std::optional<RangeAccess> resolve_shared_range(WarpContext& context, const Operation* operation,
                                                std::uint32_t lane, std::uint64_t address,
                                                std::uint32_t size_bytes, std::uint32_t alignment,
                                                bool is_store);

/// Host address of the mbarrier that a lane names, or nullptr after raising a fault. No access:
/// observers are told what becomes of it.
std::byte* resolve_mbarrier(WarpContext& context, const Operation* operation, std::uint32_t lane,
                            std::uint64_t address, bool is_store);

}  // namespace warpscope::exec
