// What operations of some families have besides registers: each family its own members, where
// Operation has room for one of them. None has values to begin with; builders set all.
#pragma once

#include <cstdint>

#include "vgpu/exec/counting/bank_conflicts.h"

namespace warpscope::exec {

using Slot = std::int32_t;  // operation.h says what it is

/// How a load or store is counted and told, besides Operation::pieces; `registers` has its
/// elements.
struct AccessWays {
  /// Its requests are not the access as it is written: ptxas makes others of it. No short way.
  bool has_other_requests;
  bool is_told;  ///< observers must be told of each: no short way in shared memory
};

/// How an atomic whose lanes all update one cell is performed.
enum class Together : std::uint8_t {
  no,        ///< each lane by itself
  always,    ///< by one lane for all that are active
  all_lanes  ///< by one lane when all 32 are active
};

/// atom and red.
struct AtomicOperands {
  /// What the address register holds.
  enum class Place : std::uint8_t { global, shared_wide, shared_narrow, generic };
  Place place;
  SharedAtomic how;
  Together together;
  std::uint8_t elements;  ///< of a vector, whose registers follow one another
  /// Number of the counters of its loads, where it is a loop on the hardware.
  std::uint32_t loads;
};

/// The operation in front of an observed access whose lanes may lie side by side.
struct WatchOperands {
  std::uint32_t access_bytes, register_bytes;  ///< of a lane
  bool is_store;
};

/// cp.async.
struct AsyncCopyOperands {
  Slot source_bytes;  ///< register with the bytes to read; kNoSlot: all
  Slot ignored;       ///< predicate that forbids reading; kNoSlot: none
  bool is_ignored_negated;
  bool bypasses_l1;  ///< .cg
};

/// ldmatrix and stmatrix.
struct TileOperands {
  std::uint32_t tiles;
  bool is_transposed;
};

}  // namespace warpscope::exec
