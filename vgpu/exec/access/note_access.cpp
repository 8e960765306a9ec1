#include "vgpu/exec/access/note_access.h"

#include "vgpu/exec/access/global_counts.h"
#include "vgpu/exec/access/l1_requests.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec {
void go_through_l1(WarpContext& context, const Operation& operation, std::uint32_t counter,
                   const LaneAddresses& addresses, std::uint32_t mask, std::uint32_t size_bytes) {
  context.access_cache[counter] = {};
  const AccessSite& site = context.block->kernel->sites[counter];
  if (site.kind == AccessSite::Kind::global_store)
    return store_through_l1(context, addresses, mask, size_bytes, false);
  if (site.kind == AccessSite::Kind::global_atomic ||
      site.kind == AccessSite::Kind::global_reduction)
    return store_through_l1(context, addresses, mask, size_bytes, true);
  if (site.kind != AccessSite::Kind::global_load) return;
  const Pieces pieces = Pieces::unpack(operation.target);
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    LaneAddresses shifted;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      shifted[lane] = addresses[lane] + pieces.pieces[k].offset_bytes;
    load_through_l1(context, counter, shifted, mask, pieces.pieces[k].size_bytes, site.l1_use);
  }
}

void count_atomic(WarpContext& context, const Operation& operation, std::uint32_t counter,
                  const LaneOffsets& offsets, std::uint32_t size_bytes) {
  const auto how = static_cast<SharedAtomic>(operation.reconverge);
  if (is_loop(how)) return;
  const SharedAtomicCounts counts =
      count_shared_atomic(how, offsets, counted_lanes(operation, context.active), size_bytes);
  AccessCounters& atomics = context.access_counters[counter];
  atomics.instructions += counts.atomics;
  atomics.requests += counts.atomics;
  atomics.units += counts.atomic.count;
  atomics.units_ideal += counts.atomic.conflicts;
}

}  // namespace warpscope::exec
