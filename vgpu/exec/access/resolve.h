// From lane addresses to host addresses, with the checks and counts of one memory access.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/exec/access/bank_conflicts.h"
#include "vgpu/exec/access/sectors.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// The requests into which the hardware cuts one vector access: ptxas narrows or splits a vector
/// load of which the program uses only some bytes. Packed into Operation::target.
struct Pieces {
  struct Piece {
    std::uint8_t offset_bytes = 0, size_bytes = 0;
  };
  std::uint8_t count = 1;
  std::array<Piece, 2> pieces{};
  std::uint32_t pack() const;
  static Pieces unpack(std::uint32_t packed);
};

/// Pieces of a load of `size_bytes` in elements of `element_bytes` of which `used_bytes` (bit i:
/// byte i) are used. Read off ptxas 13.0 for sm_90: one word is loaded alone, an aligned pair of
/// words as 64 bits, two other words one by one, three or four words as 128 bits.
Pieces split_by_used_bytes(std::uint32_t size_bytes, std::uint32_t element_bytes,
                           std::uint32_t used_bytes);

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
/// distinct address (docs/counters.md, rule R11).
void count_constant(WarpContext& context, std::uint32_t counter, const LaneAddresses& addresses,
                    std::uint32_t size_bytes);

/// The same for shared memory; `offsets` are bytes from the start of the block's shared memory.
bool resolve_shared(WarpContext& context, const Operation* operation, std::uint32_t counter,
                    const LaneOffsets& offsets, std::uint32_t size_bytes, bool is_store,
                    LaneHosts& hosts);

/// The same for local memory.
bool resolve_local(WarpContext& context, const Operation* operation, std::uint32_t counter,
                   const LaneAddresses& offsets, std::uint32_t size_bytes, bool is_store,
                   LaneHosts& hosts);

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
