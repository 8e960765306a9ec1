// From lane addresses to host addresses, with the checks and counts of one memory access.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/exec/counting/bank_conflicts.h"
#include "vgpu/exec/counting/pieces.h"
#include "vgpu/exec/counting/sectors.h"
#include "vgpu/exec/footprint/undo_log.h"
#include "vgpu/exec/machine/warp.h"
#include "vgpu/exec/program/operation.h"

namespace warpscope::exec {

/// Host address of each active lane's bytes.
using LaneHosts = std::array<std::byte*, 32>;

/// Makes the access cache number `counter` hold the live allocation at `address`, which exists.
void remember_allocation(WarpContext& context, std::uint32_t counter, std::uint64_t address);

/// Saves a part of an allocation before it is overwritten, where other workers run as well. False
/// after raising a fault, because there is too much to save.
bool save_for_undo(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                   UndoRegion& region, std::uint64_t offset, std::uint64_t bytes);

/// Checks a global access of `size_bytes` per active lane and counts it in the counters and cache
/// number `counter`. False after raising a fault.
bool resolve_global(WarpContext& context, const Operation* operation, std::uint32_t counter,
                    const LaneAddresses& addresses, std::uint32_t size_bytes, bool is_store,
                    LaneHosts& hosts);

/// A load of constant memory, which lies among the allocations.
bool resolve_constant(WarpContext& context, const Operation* operation, std::uint32_t counter,
                      const LaneAddresses& addresses, std::uint32_t size_bytes, LaneHosts& hosts);

/// Counts the requests of a load of constants or parameters, of at most 8 bytes each: one for each
/// distinct address (docs/reference/counters.md, rule R11).
void count_constant(WarpContext& context, std::uint32_t counter, const LaneAddresses& addresses,
                    std::uint32_t size_bytes);

/// The same for shared memory; `offsets` are bytes from the start of the block's shared memory. An
/// instruction with generic addresses is none of shared memory to the hardware's counters, and its
/// lanes are not served in pairs.
bool resolve_shared(WarpContext& context, const Operation* operation, std::uint32_t counter,
                    const LaneOffsets& offsets, std::uint32_t size_bytes, bool is_store,
                    LaneHosts& hosts, bool is_generic = false);

/// The same for local memory.
bool resolve_local(WarpContext& context, const Operation* operation, std::uint32_t counter,
                   const LaneAddresses& offsets, std::uint32_t size_bytes, bool is_store,
                   LaneHosts& hosts, bool is_generic = false);

/// The kernel's parameters, which can only be read; `offsets` are bytes from their start. Not
/// counted.
bool resolve_parameter(WarpContext& context, const Operation* operation,
                       const LaneAddresses& offsets, std::uint32_t size_bytes, bool is_store,
                       LaneHosts& hosts);

/// Generic addresses, each lane in whichever space its address lies. Counters: `counter` for
/// global, +1 shared, +2 local.
bool resolve_generic(WarpContext& context, const Operation* operation, std::uint32_t counter,
                     const LaneAddresses& addresses, std::uint32_t size_bytes, bool is_store,
                     LaneHosts& hosts);

}  // namespace warpscope::exec
