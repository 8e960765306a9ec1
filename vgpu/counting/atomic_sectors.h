// In how many packets, and how many sectors, reductions and atomics on global memory leave L1
// (docs/reference/counters.md, rule R9).
#pragma once

#include <array>
#include <cstdint>

#include "vgpu/counting/atomic_loops.h"
#include "vgpu/counting/sectors.h"

namespace warpscope::exec {

/// Distinct sectors of one line that are served together, so many times.
struct AtomicPacket {
  std::uint64_t line;    ///< address / 128
  std::uint8_t sectors;  ///< a bit for each of the line's four
  std::uint8_t times;
};

/// What an atomic of a warp sends to L2.
struct AtomicPackets {
  std::uint32_t count = 0;
  std::array<AtomicPacket, 32> packets;  ///< the first `count`
  std::uint32_t sectors() const;         ///< of all of them, each as often as it is served
};

/// The packets of an atomic of `size_bytes` (a power of two up to 16) per lane in `mask`. Lines
/// share four banks of tags. In each turn a bank serves the line of its first lane that is left; of
/// that line's lanes those wait whose element, or the one at the same place of another line of the
/// bank, is asked for by a lane before them. What is served in a turn is one packet of distinct
/// sectors; one of a compare-and-swap, which brings two operands, has room for half a line. Equal
/// to an H200 in all measured accesses: reduction_probes.cu in tests/golden/h200.
void find_atomic_packets(const LaneAddresses& addresses, std::uint32_t mask,
                         std::uint32_t size_bytes, bool is_compare_and_swap,
                         AtomicPackets& packets);
/// Their sectors.
std::uint32_t count_atomic_sectors(const LaneAddresses& addresses, std::uint32_t mask,
                                   std::uint32_t size_bytes, bool is_compare_and_swap = false);

/// What an atomic on 2 bytes counts: a load of the words around, then turns of compare-and-swap.
struct NarrowAtomicCounts {
  std::uint32_t load_sectors = 0, turns = 0, sectors = 0;
};
NarrowAtomicCounts count_narrow_atomic(const LaneAddresses& addresses, const LoopTurns& turns);

}  // namespace warpscope::exec
