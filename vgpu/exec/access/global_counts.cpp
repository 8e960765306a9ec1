#include "vgpu/exec/access/global_counts.h"

#include <bit>

#include "vgpu/counting/atomic_sectors.h"
#include "vgpu/counting/bank_conflicts.h"
#include "vgpu/counting/pieces.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

void count_global(WarpContext& context, std::uint32_t site, const Operation& operation,
                  const LaneAddresses& addresses, std::uint32_t mask, std::uint32_t size_bytes) {
  AccessCounters& counters = context.access_counters[site];
  const auto lanes = static_cast<std::uint32_t>(std::popcount(mask));
  const Pieces pieces = Pieces::unpack(operation.counted.pieces);
  ++counters.instructions;
  counters.requests += pieces.count;
  counters.bytes += std::uint64_t{lanes} * size_bytes;
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    const Pieces::Piece piece = pieces.pieces[k];
    if (piece.offset_bytes == 0) {
      counters.sectors() += count_sectors(addresses, mask);
    } else {
      LaneAddresses shifted;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        shifted[lane] = addresses[lane] + piece.offset_bytes;
      counters.sectors() += count_sectors(shifted, mask);
    }
    counters.ideal_sectors() += ideal_sectors(lanes, piece.size_bytes);
  }
}

void count_constant(WarpContext& context, std::uint32_t site, const LaneAddresses& addresses,
                    std::uint32_t size_bytes) {
  constexpr std::uint32_t kMostAtOnceBytes = 8;
  const std::uint32_t parts = size_bytes > kMostAtOnceBytes ? size_bytes / kMostAtOnceBytes : 1;
  AccessCounters& counters = context.access_counters[site];
  const std::uint32_t distinct = count_distinct_addresses(addresses, context.active);
  counters.constant_requests() += std::uint64_t{parts} * distinct;
  if (distinct > 0) counters.replays() += std::uint64_t{parts} * (distinct - 1);
}

std::uint32_t counted_lanes(const Operation& operation, std::uint32_t mask) {
  const Together together = operation.atomic.together;
  const bool is_one =
      together == Together::always || (together == Together::all_lanes && mask == kFullMask);
  return is_one ? mask & (~mask + 1) : mask;
}

bool is_narrow_loop(const Operation& operation, std::uint32_t size_bytes) {
  return operation.atomic.how != SharedAtomic::none && size_bytes == 2;
}

void find_packets(const GlobalAccess& access, AtomicPackets& packets) {
  const Operation& operation = access.operation;
  const std::uint32_t lanes = counted_lanes(operation, access.lanes);
  if (!is_narrow_loop(operation, access.size_bytes)) {
    const bool is_compare_and_swap = operation.c != kNoSlot;  // only it has a third operand
    find_atomic_packets(access.addresses, lanes, access.size_bytes, is_compare_and_swap, packets);
    return;
  }
  constexpr std::uint32_t kWordBytes = 4;
  LaneAddresses words;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    words[lane] = access.addresses[lane] / kWordBytes * kWordBytes;
  find_atomic_packets(words, lanes, kWordBytes, true, packets);
}

void count_narrow_loop(WarpContext& context, std::uint32_t site, std::uint32_t loads,
                       const LaneAddresses& addresses, const LoopTurns& turns) {
  const NarrowAtomicCounts counts = count_narrow_atomic(addresses, turns);
  AccessCounters& atomics = context.access_counters[site];
  ++atomics.instructions;
  atomics.requests += counts.turns;
  atomics.sectors() += counts.sectors;
  ++context.access_counters[loads].requests;
  context.access_counters[loads].sectors() += counts.load_sectors;
}

void count_shared_loop(WarpContext& context, const Operation& operation, std::uint32_t site,
                       const LaneOffsets& offsets, std::uint32_t size_bytes, const LoopTurns& turns,
                       bool is_generic) {
  const SharedAtomicCounts counts = count_shared_loop(turns, offsets, size_bytes);
  AccessCounters& atomics = context.access_counters[site];
  atomics.instructions += counts.atomics;
  atomics.requests += counts.atomics;
  atomics.wavefronts() += counts.atomic.count;
  atomics.conflicts() += counts.atomic.conflicts;
  AccessCounters& loads = context.access_counters[operation.atomic.loads];
  // That of 16 bits has generic addresses as well, and is no load of shared memory then.
  if (!is_generic || size_bytes > 2) loads.instructions += counts.loads;
  loads.requests += counts.loads;
  loads.wavefronts() += counts.load.count;
  loads.conflicts() += counts.load.conflicts;
}

}  // namespace warpscope::exec
