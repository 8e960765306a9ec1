#include "vgpu/exec/access/undo_saves.h"

#include <bit>

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

bool UndoSaves::save_each(WarpContext& context, const GlobalAccess& access,
                          const AccessCache& allocation, std::uint32_t lanes) {
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t offset = access.addresses[std::countr_zero(rest)] - allocation.begin;
    if (!is_saved(allocation.saved, offset, access.size_bytes) &&
        !save_for_undo(context, &access.operation, rest & (~rest + 1), *allocation.undo, offset,
                       access.size_bytes))
      return false;
  }
  return true;
}

}  // namespace warpscope::exec
