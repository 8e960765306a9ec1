// A mistake that stops no launch and is found all the same, by looking at what its accesses did to
// each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/launch/protocol.h"
#include "vgpu/exec/launch/source_line.h"
#include "vgpu/ptx/types.h"

namespace warpscope::exec {

/// All of one kind that the same two instructions did to each other in one launch.
struct Violation {
  enum class Kind : std::uint8_t {
    uninitialised_global,      ///< a read of bytes of an allocation that nothing has written
    uninitialised_shared,      ///< the same of the block's shared memory
    uninitialised_local,       ///< the same of a thread's local memory
    missing_barrier,           ///< a warp reads what another one writes before that in the program
    missing_trailing_barrier,  ///< a warp overwrites what another one reads before that
    conflicting_writes,        ///< two threads write different values to one place
    missing_syncwarp,          ///< lanes of one warp use the same place without a __syncwarp
    non_atomic_update,         ///< threads load, change and store the same place
    race_between_blocks,       ///< blocks use the same place, and nothing orders them
    copy_not_waited,           ///< a use of what an asynchronous copy still brings
    out_of_bounds,             ///< an access beside the variable that its address belongs to
    divergent_barrier,         ///< threads of a block meet at __syncthreads from different places
    early_exit,                ///< threads had exited when the others came to __syncthreads
    shuffle_from_inactive_lane,  ///< a value from a lane that took no part in the shuffle
    missing_lanes_in_mask,       ///< a mask with lanes that never came
    barrier_thread_count,        ///< threads at one barrier say that it is for different numbers
    broken_lock,                 ///< a lock that is taken by a load and a store
    lock_not_waited_for,         ///< threads went on without a lock that they found taken
    fold_leaves_out,             ///< a fold of shared memory that forgets elements
    order_of_bits,               ///< floats compared as integers, where that is wrong
    flag_read_once,              ///< a loop that waits for a word and does not read it again
    sum_overflow,                ///< a sum of 32 bits that passes the end of an int
    printf_format,               ///< a conversion that printf in a kernel does not know
  };
  /// One side of it.
  struct Access {
    SourceLine where;                    ///< the student's line; 0 when not known
    std::vector<SourceLine> inlined_at;  ///< where that was called, innermost first
    Dim3 block_index{0, 0, 0};
    std::uint32_t warp = 0;  ///< in the block
    std::uint32_t lane = 0;  ///< kManyLanes: several
    Dim3 thread_index{0, 0, 0};
    bool is_store = false, is_atomic = false;
    bool has_block = true;  ///< `block_index` is known
  };
  static constexpr std::uint32_t kManyLanes = 32;

  Kind kind = Kind::uninitialised_global;
  Access access;  ///< the one to look at first
  Access other;   ///< of a race: the other one
  bool is_race = false;
  bool stays_unwritten = false;  ///< uninitialised_…: nothing has written it later either
  Protocol protocol = Protocol::block_barrier;  ///< of a race: the kernel's
  bool lacks_fence = false;  ///< of a race: a flag orders the two, but no fence follows the look
  /// The other access has been told of by another word, and no fence lies between the two.
  bool lacks_fence_of_store = false;
  /// Of a race between blocks: the indices of both accesses have the number of the thread in them,
  /// and that of the block in none.
  bool lacks_block_in_index = false;
  bool is_of_register = false;  ///< uninitialised_local: a variable, not an array
  bool lacks_syncwarp =
      false;  ///< as lacks_fence, but another lane of the warp made the fence before it
  /// Of a race: the wait for a word that should have kept the two apart, where the word had the
  /// same value before; and that value.
  std::optional<Access> look;
  std::uint64_t look_value = 0;
  ptx::Space space = ptx::Space::global;
  std::uint64_t address = 0;  ///< of the first one found; in shared memory the offset there
  std::uint32_t access_bytes = 0;
  std::string array;               ///< name of the variable, where it is known
  std::uint64_t array_bytes = 0;   ///< out_of_bounds: its size
  std::uint64_t array_offset = 0;  ///< bytes from its beginning
  std::uint64_t count = 0;         ///< how often
  std::string detail;              ///< what happened, as a sentence; empty: the accesses say it
};

/// What must have been watched before something can be said.
enum class Evidence : std::uint8_t {
  event,         ///< that it happened is enough, whatever else has not been seen
  until_then,    ///< all that the watched blocks have done before: something in it might make it
                 ///< right
  whole_launch,  ///< all blocks of the launch and all that they do: any of it might make it right
};

/// A launch may be watched in part: until so many accesses, or a sample of its blocks. Violations
/// of which the evidence has not been seen then are never added (checks::Checker::has_evidence).
constexpr Evidence evidence_of(Violation::Kind kind) {
  switch (kind) {
    case Violation::Kind::uninitialised_global:  // another block may have written
    case Violation::Kind::broken_lock:           // another block may use the word in other ways
    case Violation::Kind::lock_not_waited_for:
      return Evidence::whole_launch;
    case Violation::Kind::uninitialised_shared:
    case Violation::Kind::missing_barrier:
    case Violation::Kind::missing_trailing_barrier:
    case Violation::Kind::conflicting_writes:
    case Violation::Kind::missing_syncwarp:
    case Violation::Kind::non_atomic_update:
    case Violation::Kind::race_between_blocks:  // of blocks that are left out none comes in between
    case Violation::Kind::copy_not_waited:
    case Violation::Kind::fold_leaves_out:  // a block's own, when the block has ended
      return Evidence::until_then;
    case Violation::Kind::uninitialised_local:  // of registers the machine says so
    case Violation::Kind::out_of_bounds:
    case Violation::Kind::divergent_barrier:
    case Violation::Kind::early_exit:
    case Violation::Kind::shuffle_from_inactive_lane:
    case Violation::Kind::missing_lanes_in_mask:
    case Violation::Kind::barrier_thread_count:
    case Violation::Kind::order_of_bits:
    case Violation::Kind::flag_read_once:
    case Violation::Kind::sum_overflow:
    case Violation::Kind::printf_format:
      return Evidence::event;
  }
  return Evidence::whole_launch;
}

/// The kind's finding in findings/findings.toml: "missing-barrier".
constexpr std::string_view finding_id(Violation::Kind kind) {
  switch (kind) {
    case Violation::Kind::uninitialised_global:
      return "uninitialised-global";
    case Violation::Kind::uninitialised_shared:
      return "uninitialised-shared";
    case Violation::Kind::uninitialised_local:
      return "uninitialised-local";
    case Violation::Kind::missing_barrier:
      return "missing-barrier";
    case Violation::Kind::missing_trailing_barrier:
      return "missing-trailing-barrier";
    case Violation::Kind::conflicting_writes:
      return "conflicting-writes";
    case Violation::Kind::missing_syncwarp:
      return "missing-syncwarp";
    case Violation::Kind::non_atomic_update:
      return "non-atomic-update";
    case Violation::Kind::race_between_blocks:
      return "race-between-blocks";
    case Violation::Kind::copy_not_waited:
      return "async-copy-not-waited";
    case Violation::Kind::out_of_bounds:
      return "out-of-bounds";
    case Violation::Kind::divergent_barrier:
      return "divergent-barrier";
    case Violation::Kind::early_exit:
      return "early-exit-before-barrier";
    case Violation::Kind::shuffle_from_inactive_lane:
      return "shuffle-from-inactive-lane";
    case Violation::Kind::missing_lanes_in_mask:
      return "missing-lanes-in-mask";
    case Violation::Kind::broken_lock:
      return "broken-lock";
    case Violation::Kind::lock_not_waited_for:
      return "lock-not-waited-for";
    case Violation::Kind::fold_leaves_out:
      return "fold-leaves-out-elements";
    case Violation::Kind::order_of_bits:
      return "floats-compared-as-bits";
    case Violation::Kind::flag_read_once:
      return "flag-read-once";
    case Violation::Kind::sum_overflow:
      return "sum-overflow";
    case Violation::Kind::printf_format:
      return "printf-format";
    case Violation::Kind::barrier_thread_count:
      return "barrier-thread-count";
  }
  return "";
}

}  // namespace warpscope::exec
