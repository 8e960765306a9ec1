#include "vgpu/exec/access/resolve.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

bool save_for_undo(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                   UndoRegion& region, std::uint64_t offset, std::uint64_t bytes) {
  if (context.block->worker->undo->save(region, offset, bytes)) return true;
  // Nobody sees this: the scheduler goes back and has one worker run the blocks.
  raise(context, operation, Fault::Kind::canceled, lanes,
        "The launch's workers wrote more than can be put back.");
  return false;
}

}  // namespace warpscope::exec
