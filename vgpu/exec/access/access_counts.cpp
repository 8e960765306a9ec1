#include "vgpu/exec/access/access_counts.h"

#include "vgpu/counting/atomic_sectors.h"
#include "vgpu/counting/bank_conflicts.h"
#include "vgpu/counting/image_sectors.h"

namespace warpscope::exec {

bool AccessCounts::take(WarpContext& context, const CopyAccess& access) {
  std::uint32_t bytes = 0;
  for (std::uint32_t rest = access.lanes; rest != 0; rest &= rest - 1)
    bytes += access.sizes_bytes[static_cast<std::size_t>(std::countr_zero(rest))];
  AccessCounters& counters = context.access_counters[access.site];
  ++counters.instructions;
  ++counters.requests;
  counters.sectors() += access.to != nullptr
                            ? count_bypassing_sectors(access.addresses, access.to, access.lanes)
                            : count_sectors(access.addresses, access.lanes);
  counters.ideal_sectors() += (bytes + 31) / 32;
  counters.bytes += bytes;
  return true;
}

bool AtomicCounts::take(WarpContext& context, const AtomicAccess& access) {
  const Operation& operation = access.operation;
  if (is_narrow_loop(operation, access.size_bytes)) return true;
  AccessCounters& counters = context.access_counters[access.site];
  ++counters.instructions;
  counters.requests += Pieces::unpack(operation.counted.pieces).count;
  counters.bytes += static_cast<std::uint64_t>(std::popcount(access.lanes)) * access.size_bytes;
  counters.sectors() += access.packets.sectors();
  return true;
}

bool AtomicCounts::take(WarpContext& context, const SharedAccess& access) {
  const SharedAtomic how = access.operation.atomic.how;
  if (is_loop(how)) return true;
  const SharedAtomicCounts counts = count_shared_atomic(
      how, access.offsets, counted_lanes(access.operation, access.lanes), access.size_bytes);
  AccessCounters& atomics = context.access_counters[access.site];
  atomics.instructions += counts.atomics;
  atomics.requests += counts.atomics;
  atomics.wavefronts() += counts.atomic.count;
  atomics.conflicts() += counts.atomic.conflicts;
  atomics.bytes += static_cast<std::uint64_t>(std::popcount(access.lanes)) * access.size_bytes;
  return true;
}

bool ConstantCounts::take(WarpContext& context, const GlobalAccess& access) {
  AccessCounters& counters = context.access_counters[access.site];
  const Pieces pieces = Pieces::unpack(access.operation.counted.pieces);
  ++counters.instructions;
  counters.requests += pieces.count;
  counters.bytes += static_cast<std::uint64_t>(std::popcount(access.lanes)) * access.size_bytes;
  for (std::uint32_t k = 0; k < pieces.count; ++k)
    count_constant(context, access.site, access.addresses, pieces.pieces[k].size_bytes);
  return true;
}

bool TileCounts::take(WarpContext& context, const SharedAccess& access) {
  constexpr std::uint32_t kRows = 8;
  AccessCounters& counters = context.access_counters[access.site];
  ++counters.instructions;
  ++counters.requests;
  counters.bytes += static_cast<std::uint64_t>(std::popcount(access.lanes)) * access.size_bytes;
  for (std::uint32_t first = 0; first < kWarpSize; first += kRows) {
    const std::uint32_t rows = access.lanes & (0xffU << first);
    if (rows == 0) continue;
    const std::uint32_t wavefronts =
        count_wavefronts(access.offsets, rows, access.size_bytes, false).count;
    counters.wavefronts() += wavefronts;
    counters.conflicts() += wavefronts - 1;
  }
  return true;
}

bool CopyStoreCounts::take(WarpContext& context, const SharedAccess& access) {
  AccessCounts::count_requests(context, access);
  context.access_counters[access.site].wavefronts() +=
      count_wavefronts(access.offsets, access.lanes, access.size_bytes, false).count;
  return true;
}

bool BulkCounts::take(WarpContext& context, const RangeAccess& access) {
  if (access.space != ptx::Space::global) return true;
  constexpr std::uint64_t kSectorBytes = 32;
  AccessCounters& counters = context.access_counters[access.operation.site];
  ++counters.requests;
  if (access.bytes != 0)
    counters.sectors() +=
        (access.address + access.bytes - 1) / kSectorBytes - access.address / kSectorBytes + 1;
  return true;
}

bool ImageCounts::take(WarpContext& context, const ImageAccess& access) {
  AccessCounters& counters = context.access_counters[access.site];
  ++counters.requests;
  counters.sectors() += count_image_sectors(access.elements, access.size_bytes);
  if (access.is_load && access.is_store) {
    for (const ImageElements& of_lanes : access.elements)
      counters.reduction_sectors() +=
          count_atomic_sectors(of_lanes.addresses, of_lanes.lanes, access.size_bytes);
  }
  return true;
}

}  // namespace warpscope::exec
