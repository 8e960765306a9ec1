#include "vgpu/exec/launch/fault.h"

namespace warpscope::exec {

std::string_view name(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::out_of_bounds:
      return "out-of-bounds";
    case Fault::Kind::misaligned_address:
      return "misaligned-address";
    case Fault::Kind::host_pointer:
      return "host-pointer-in-kernel";
    case Fault::Kind::unsupported_instruction:
      return "unsupported-instruction";
    case Fault::Kind::trap:
      return "trap";
    case Fault::Kind::missing_cooperation:
      return "missing-cooperative-launch";
    case Fault::Kind::assertion:
      return "assertion";
    case Fault::Kind::stack_overflow:
      return "stack-overflow";
    case Fault::Kind::deadlock:
      return "deadlock";
    case Fault::Kind::instruction_budget:
      return "instruction-budget";
    case Fault::Kind::invalid_sync_mask:
      return "invalid-sync-mask";
    case Fault::Kind::endless_loop:
      return "endless-loop";
    case Fault::Kind::spin_without_progress:
      return "spin-without-progress";
    case Fault::Kind::grid_larger_than_resident:
      return "grid-larger-than-resident";
    case Fault::Kind::barrier_thread_count:
      return "barrier-thread-count";
    case Fault::Kind::invalid_free:
      return "invalid-free";
    case Fault::Kind::canceled:
      return "canceled";
  }
  return "fault";
}

}  // namespace warpscope::exec
