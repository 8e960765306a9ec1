// What is to be known of an access that has been checked: it counts, it goes through L1, and an
// observer is told of it. Footprint and undo are not among these: resolving an address has found
// the allocation's records already, and looking them up again would cost as much once more.
// Inline, because one call more costs irregular kernels three percent.
#pragma once

#include <bit>

#include "vgpu/exec/access/global_counts.h"
#include "vgpu/exec/access/l1_requests.h"
#include "vgpu/exec/access/report.h"
#include "vgpu/exec/access/resolve.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

/// What a global access that is counted does to L1. The access cache forgets its allocation, so
/// that the next access comes this way, too.
void go_through_l1(WarpContext& context, const Operation& operation, std::uint32_t counter,
                   const LaneAddresses& addresses, std::uint32_t mask, std::uint32_t size_bytes);

/// Counts an atomic on shared memory that is no loop; those count by what they do,
/// count_shared_loop().
void count_atomic(WarpContext& context, const Operation& operation, std::uint32_t counter,
                  const LaneOffsets& offsets, std::uint32_t size_bytes);

// All: `operation`, at site `counter`, by `lanes` at these places; before it is made.

inline void note_global(WarpContext& context, const Operation& operation, std::uint32_t counter,
                        const LaneAddresses& addresses, std::uint32_t lanes,
                        std::uint32_t size_bytes, bool is_store, const LaneHosts& hosts) {
  count_global(context, counter, operation, addresses, lanes, size_bytes);
  if (context.block->l1 != nullptr)
    go_through_l1(context, operation, counter, addresses, lanes, size_bytes);
  if (context.block->observer != nullptr)
    report_access(context, operation, counter, ptx::Space::global, addresses, lanes, size_bytes,
                  is_store, hosts);
}

inline void note_shared(WarpContext& context, const Operation& operation, std::uint32_t counter,
                        const LaneOffsets& offsets, std::uint32_t lanes, std::uint32_t size_bytes,
                        bool is_store, const LaneHosts& hosts, bool is_generic) {
  if (context.block->observer != nullptr)
    report_shared_access(context, operation, counter, offsets, lanes, size_bytes, is_store, hosts);
  if (operation.reconverge != 0) {
    count_atomic(context, operation, counter, offsets, size_bytes);
    return;
  }
  AccessCounters& counters = context.access_counters[counter];
  const Pieces pieces = Pieces::unpack(operation.target);
  if (!is_generic) counters.instructions += pieces.count;
  counters.requests += pieces.count;
  counters.bytes += static_cast<std::uint64_t>(std::popcount(lanes)) * size_bytes;
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    const Pieces::Piece piece = pieces.pieces[k];
    alignas(64) LaneOffsets shifted;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      shifted[lane] = offsets[lane] + piece.offset_bytes;
    const Wavefronts wavefronts =
        count_wavefronts(shifted, lanes, piece.size_bytes, !is_store && !is_generic);
    counters.units += wavefronts.count;
    counters.units_ideal += wavefronts.conflicts;
  }
}

inline void note_local(WarpContext& context, const Operation& operation, std::uint32_t counter,
                       const LaneAddresses& offsets, std::uint32_t lanes, std::uint32_t size_bytes,
                       bool is_store, const LaneHosts& hosts, bool is_generic) {
  if (context.block->observer != nullptr)
    report_access(context, operation, counter, ptx::Space::local, offsets, lanes, size_bytes,
                  is_store, hosts);
  AccessCounters& counters = context.access_counters[counter];
  const Pieces pieces = Pieces::unpack(operation.target);
  if (!is_generic) counters.instructions += pieces.count;
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    const Pieces::Piece piece = pieces.pieces[k];
    alignas(64) LaneAddresses shifted;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      shifted[lane] = offsets[lane] + piece.offset_bytes;
    counters.units += count_local_sectors(shifted, lanes, piece.size_bytes);
    if (context.block->l1 != nullptr)
      access_local_through_l1(context, counter, shifted, piece.size_bytes, is_store);
  }
}

}  // namespace warpscope::exec
