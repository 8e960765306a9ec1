#include "vgpu/exec/launch/violation.h"

namespace warpscope::exec {

std::string_view name(Violation::Kind kind) {
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
    case Violation::Kind::printf_format:
      return "printf-format";
    case Violation::Kind::barrier_thread_count:
      return "barrier-thread-count";
  }
  return "unknown";
}

}  // namespace warpscope::exec
