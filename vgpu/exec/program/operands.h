// What operations have besides registers. Here are the families that several files know, each with
// its own members; Operation has room for one of them. What only one file knows has its type there
// (Operation::form). None has values to begin with; builders set all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vgpu/counting/bank_conflicts.h"

namespace warpscope::exec {

using Slot = std::int32_t;  // operation.h says what it is

/// Operands of an instruction that only one file knows (Operation::form).
struct OwnOperands {
  alignas(8) std::byte bytes[32];
};

/// What an operation needs whose requests are counted: the first member of each such family.
struct CountedOperands {
  std::uint32_t pieces;  ///< Pieces::pack()
};

/// Loads and stores.
struct AccessOperands {
  std::uint32_t pieces;
  /// Its requests are not the access as it is written: ptxas makes others of it. No short way.
  bool has_other_requests;
  bool is_told;         ///< observers must be told of each: no short way in shared memory
  std::int64_t offset;  ///< that is added to the address register
  Slot registers[4];    ///< by element
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
  std::uint32_t pieces;
  Place place;
  SharedAtomic how;
  Together together;
  std::uint8_t elements;  ///< of a vector, whose registers follow one another
  bool is_of_data;        ///< Builder::is_of_data()
  std::int64_t offset;    ///< that is added to the address register
  /// Site of its loads, where it is a loop on the hardware.
  std::uint32_t loads;
};

/// The operation in front of an observed access whose lanes may lie side by side.
struct WatchOperands {
  std::int64_t offset;                         ///< the access's
  std::uint32_t access_bytes, register_bytes;  ///< of a lane
  bool is_store;
};

/// cp.async.
struct AsyncCopyOperands {
  std::uint32_t pieces;
  std::uint32_t size_bytes;
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

/// Branches, and the beginning of what a guard covers.
struct JumpOperands {
  std::uint32_t target;  ///< index of the operation there
  /// Index of the operation at the reconvergence point, the immediate post-dominator; or
  /// kNoOperation.
  std::uint32_t reconvergence;
  std::uint32_t table;  ///< brx: index in Kernel::branch_tables
};
/// JumpOperands::reconvergence where the lanes only reconverge when they exit.
inline constexpr std::uint32_t kNoOperation = 0xffffffff;

/// call, of functions with and without a body.
struct CallOperands {
  std::uint32_t site;      ///< index in Kernel::calls
  std::uint32_t function;  ///< index in Kernel::functions; not of a pointer
};

/// Instructions of a warp's lanes together: shfl, vote, match, redux, elect.
struct GroupOperands {
  Slot members;                  ///< register with the mask of those that take part
  Slot predicate;                ///< that is written besides d; kNoSlot: none
  bool is_negated;               ///< vote: what it reads
  std::uint32_t undefined_flow;  ///< shfl, observed: index in Kernel::value_flows
  bool is_of_data;               ///< Builder::is_of_data()
};

}  // namespace warpscope::exec
