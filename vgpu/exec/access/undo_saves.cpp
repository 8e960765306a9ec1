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

bool UndoSaves::take(WarpContext& context, const RangeAccess& access) {
  if (!access.is_store || access.allocation == nullptr || access.bytes == 0) return true;
  UndoRegion* undo = context.block->footprint->of(*access.allocation).undo;
  return undo == nullptr ||
         save_for_undo(context, &access.operation, 1u << access.lane, *undo,
                       access.address - access.allocation->address, access.bytes);
}

bool UndoSaves::take(WarpContext& context, const ImageAccess& access) {
  if (!access.is_store || !context.block->footprint->is_shared()) return true;
  UndoRegion* undo = context.block->footprint->of(*access.allocation).undo;
  for (const ImageElements& of_lanes : access.elements) {
    for (std::uint32_t rest = undo == nullptr ? 0 : of_lanes.lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t address = of_lanes.addresses[std::countr_zero(rest)];
      if (!save_for_undo(context, &access.operation, rest & (~rest + 1), *undo,
                         address - access.allocation->address, access.size_bytes))
        return false;
    }
  }
  return true;
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
