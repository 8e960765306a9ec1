#include "vgpu/exec/access/time.h"

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec {

bool Time::take(WarpContext& context, const AtomicAccess& access) {
  const BlockContext& block = *context.block;
  const bool computes_floats = block.kernel->sites[access.site].computes_floats;
  block.worker->time_tables.atomic_queues.add(access.packets, computes_floats);
  return true;
}

}  // namespace warpscope::exec
