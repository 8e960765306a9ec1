// What accesses of global and constant memory, and atomics, add to the counters
// (docs/reference/counters.md, rules R1, R3, R4, R9, R11 and R14).
#pragma once

#include <cstdint>

#include "vgpu/counting/atomic_loops.h"
#include "vgpu/counting/atomic_sectors.h"
#include "vgpu/counting/bank_conflicts.h"
#include "vgpu/counting/sectors.h"
#include "vgpu/exec/access/access.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// Adds one access of `operation`, which is no atomic, of `size_bytes` per lane in `mask` to the
/// counters number `site`.
void count_global(WarpContext& context, std::uint32_t site, const Operation& operation,
                  const LaneAddresses& addresses, std::uint32_t mask, std::uint32_t size_bytes);

/// Counts the requests of a load of constants or parameters, of at most 8 bytes each: one for each
/// distinct address (rule R11).
void count_constant(WarpContext& context, std::uint32_t site, const LaneAddresses& addresses,
                    std::uint32_t size_bytes);

/// The lanes of an atomic that reach memory (docs/reference/counters.md, rule R14).
std::uint32_t counted_lanes(const Operation& operation, std::uint32_t mask);

/// True for an atomic on 2 bytes.
bool is_narrow_loop(const Operation& operation, std::uint32_t size_bytes);

/// AtomicAccess::packets of an atomic.
void find_packets(const GlobalAccess& access, AtomicPackets& packets);

/// Adds such an atomic on global memory to the counters number `site`, and its load to those
/// number `loads`.
void count_narrow_loop(WarpContext& context, std::uint32_t site, std::uint32_t loads,
                       const LaneAddresses& addresses, const LoopTurns& turns);

/// Adds an atomic on shared memory that takes `turns` to the counters number `site`, and its
/// loads to those that it names.
void count_shared_loop(WarpContext& context, const Operation& operation, std::uint32_t site,
                       const LaneOffsets& offsets, std::uint32_t size_bytes, const LoopTurns& turns,
                       bool is_generic);

}  // namespace warpscope::exec
