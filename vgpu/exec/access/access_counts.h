// Count accesses: observers of accesses. AccessCounts has the rules of loads and stores
// (docs/reference/counters.md); the others stand in its place for instructions with rules of their
// own.
//
// Inline, because one call more costs irregular kernels three percent.
#pragma once

#include <bit>

#include "vgpu/counting/pieces.h"
#include "vgpu/exec/access/access.h"
#include "vgpu/exec/access/global_counts.h"

namespace warpscope::exec {

struct AccessCounts {
  [[gnu::always_inline]] static bool take(WarpContext& context, const GlobalAccess& access) {
    count_global(context, access.site, access.operation, access.addresses, access.lanes,
                 access.size_bytes);
    return true;
  }
  [[gnu::always_inline]] static bool take(WarpContext& context, const ContiguousAccess& access) {
    AccessCounters& counters = context.access_counters[access.site];
    const std::uint64_t first = access.address, bytes = access.bytes;
    ++counters.instructions;
    ++counters.requests;
    counters.sectors() += ((first + bytes - 1) >> 5) - (first >> 5) + 1;
    counters.ideal_sectors() += bytes / 32 + (bytes % 32 != 0 ? 1 : 0);
    counters.bytes += bytes;
    return true;
  }
  [[gnu::always_inline]] static bool take(WarpContext& context, const SharedAccess& access) {
    const Pieces pieces = count_requests(context, access);
    AccessCounters& counters = context.access_counters[access.site];
    for (std::uint32_t k = 0; k < pieces.count; ++k) {
      const Pieces::Piece piece = pieces.pieces[k];
      alignas(64) LaneOffsets shifted;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        shifted[lane] = access.offsets[lane] + piece.offset_bytes;
      const Wavefronts wavefronts = count_wavefronts(shifted, access.lanes, piece.size_bytes,
                                                     !access.is_store && !access.is_generic);
      counters.wavefronts() += wavefronts.count;
      counters.conflicts() += wavefronts.conflicts;
    }
    return true;
  }
  [[gnu::always_inline]] static bool take(WarpContext& context, const LocalAccess& access) {
    AccessCounters& counters = context.access_counters[access.site];
    const Pieces pieces = Pieces::unpack(access.operation.counted.pieces);
    if (!access.is_generic) counters.instructions += pieces.count;
    for (std::uint32_t k = 0; k < pieces.count; ++k) {
      const Pieces::Piece piece = pieces.pieces[k];
      alignas(64) LaneAddresses shifted;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        shifted[lane] = access.offsets[lane] + piece.offset_bytes;
      counters.sectors() += count_local_sectors(shifted, access.lanes, piece.size_bytes);
    }
    return true;
  }
  static bool take(WarpContext& context, const CopyAccess& access);

  /// All of a shared access but its wavefronts. An instruction with generic addresses is none of
  /// shared memory to the hardware's counters.
  static Pieces count_requests(WarpContext& context, const SharedAccess& access) {
    AccessCounters& counters = context.access_counters[access.site];
    const Pieces pieces = Pieces::unpack(access.operation.counted.pieces);
    if (!access.is_generic) counters.instructions += pieces.count;
    counters.requests += pieces.count;
    counters.bytes += static_cast<std::uint64_t>(std::popcount(access.lanes)) * access.size_bytes;
    return pieces;
  }
};

/// Of atomics. Those that are loops on the hardware count by what they do: count_narrow_loop() and
/// count_shared_loop().
struct AtomicCounts : AccessCounts {
  using AccessCounts::take;
  static bool take(WarpContext& context, const AtomicAccess& access);
  static bool take(WarpContext& context, const SharedAccess& access);
};

/// Of loads of constant memory, which lies among the allocations.
struct ConstantCounts {
  static bool take(WarpContext& context, const GlobalAccess& access);
};

/// Of rows of matrices: each eight lanes are a phase of their own, whatever the others address, so
/// that one wavefront for each is ideal.
struct TileCounts {
  static bool take(WarpContext& context, const SharedAccess& access);
};

/// Of bulk copies: what they move in global memory.
struct BulkCounts {
  static bool take(WarpContext& context, const RangeAccess& access);
};

/// Of textures and surfaces. A reduction counts the sectors that its lanes touch, and beside them
/// those of an atomic.
struct ImageCounts {
  static bool take(WarpContext& context, const ImageAccess& access);
};

/// Of the stores of cp.async, whose conflicts are those of the copy: count_copy_conflicts().
struct CopyStoreCounts {
  static bool take(WarpContext& context, const SharedAccess& access);
};

}  // namespace warpscope::exec
