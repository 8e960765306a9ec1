#include "vgpu/exec/access/global_counts.h"

#include <bit>

#include "vgpu/exec/access/atomic_sectors.h"
#include "vgpu/exec/access/bank_conflicts.h"
#include "vgpu/exec/access/pieces.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {

// An atomic on 2 bytes; its load counts in the counters number Operation::extra[2].
void count_narrow(WarpContext& context, std::uint32_t counter, const Operation& operation,
                  const LaneAddresses& addresses, std::uint32_t mask) {
  const bool once = operation.reconverge == static_cast<std::uint32_t>(SharedAtomic::narrow_swap);
  const NarrowAtomicCounts counts = count_narrow_atomic(addresses, mask, once);
  AccessCounters& atomics = context.access_counters[counter];
  ++atomics.instructions;
  atomics.requests += counts.turns;
  atomics.units += counts.sectors;
  AccessCounters& loads = context.access_counters[static_cast<std::size_t>(operation.extra[2])];
  ++loads.requests;
  loads.units += counts.load_sectors;
}

}  // namespace

void count_global(WarpContext& context, std::uint32_t counter, const Operation& operation,
                  const LaneAddresses& addresses, std::uint32_t mask, std::uint32_t size_bytes) {
  const auto loads = static_cast<std::size_t>(operation.extra[2]);
  if (operation.reconverge != 0 && size_bytes == 2 &&
      context.block->kernel->sites[loads].kind == AccessSite::Kind::global_load)
    return count_narrow(context, counter, operation, addresses, mask);
  AccessCounters& counters = context.access_counters[counter];
  const auto lanes = static_cast<std::uint32_t>(std::popcount(mask));
  const Pieces pieces = Pieces::unpack(operation.target);
  ++counters.instructions;
  counters.requests += pieces.count;
  counters.bytes += std::uint64_t{lanes} * size_bytes;
  if (operation.reconverge != 0) {
    const bool is_compare_and_swap = operation.c != kNoSlot;  // only it has a third operand
    counters.units += count_atomic_sectors(addresses, mask, size_bytes, is_compare_and_swap);
    return;
  }
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    const Pieces::Piece piece = pieces.pieces[k];
    if (piece.offset_bytes == 0) {
      counters.units += count_sectors(addresses, mask);
    } else {
      LaneAddresses shifted;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        shifted[lane] = addresses[lane] + piece.offset_bytes;
      counters.units += count_sectors(shifted, mask);
    }
    counters.units_ideal += ideal_sectors(lanes, piece.size_bytes);
  }
}

}  // namespace warpscope::exec
