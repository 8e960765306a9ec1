// From lane addresses to host addresses: finds where an access goes, checks it, and tells observers
// of it (observers.h), which count it, for example. `Counts` is the one that counts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vgpu/exec/access/access.h"
#include "vgpu/exec/access/access_counts.h"

namespace warpscope::exec {

/// Makes the access cache number `site` hold the live allocation at `address`, which exists.
void remember_allocation(WarpContext& context, std::uint32_t site, std::uint64_t address);

/// A global access of `size_bytes` per active lane, with counters and cache number `site`. False
/// after raising a fault. `Counts`: AccessCounts, AtomicCounts or ConstantCounts.
template <typename Counts = AccessCounts>
bool resolve_global(WarpContext& context, const Operation* operation, std::uint32_t site,
                    const LaneAddresses& addresses, std::uint32_t size_bytes, bool is_store,
                    LaneHosts& hosts);

/// The same for shared memory; `offsets` are bytes from the start of the block's shared memory. The
/// lanes of an instruction with generic addresses are not served in pairs. `Counts`: AccessCounts,
/// AtomicCounts, TileCounts or CopyStoreCounts.
template <typename Counts = AccessCounts>
bool resolve_shared(WarpContext& context, const Operation* operation, std::uint32_t site,
                    const LaneOffsets& offsets, std::uint32_t size_bytes, bool is_store,
                    LaneHosts& hosts, bool is_generic = false);

/// The same for local memory.
bool resolve_local(WarpContext& context, const Operation* operation, std::uint32_t site,
                   const LaneAddresses& offsets, std::uint32_t size_bytes, bool is_store,
                   LaneHosts& hosts, bool is_generic = false);

/// The kernel's parameters, which can only be read; `offsets` are bytes from their start. No
/// observer is told.
bool resolve_parameter(WarpContext& context, const Operation* operation,
                       const LaneAddresses& offsets, std::uint32_t size_bytes, bool is_store,
                       LaneHosts& hosts);

/// Generic addresses, each lane in whichever space its address lies. Counters: `site` for
/// global, +1 shared, +2 local. `Counts`: AccessCounts or AtomicCounts.
template <typename Counts = AccessCounts>
bool resolve_generic(WarpContext& context, const Operation* operation, std::uint32_t site,
                     const LaneAddresses& addresses, std::uint32_t size_bytes, bool is_store,
                     LaneHosts& hosts);

}  // namespace warpscope::exec
