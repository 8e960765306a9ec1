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
  }
  return "unknown";
}

}  // namespace warpscope::exec
