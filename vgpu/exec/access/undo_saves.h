// Saves what accesses overwrite, where several workers run blocks: an observer of accesses.
#pragma once

#include "vgpu/exec/access/access.h"
#include "vgpu/exec/footprint/undo_log.h"

namespace warpscope::exec {

/// Saves a part of an allocation before it is overwritten, where other workers run as well. False
/// after raising a fault, because there is too much to save.
bool save_for_undo(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                   UndoRegion& region, std::uint64_t offset, std::uint64_t bytes);

/// Each `take` is false after raising a fault.
struct UndoSaves {
  [[gnu::always_inline]] static bool take(WarpContext& context, const GlobalAccess& access) {
    if (!access.is_store) return true;
    if (access.parts.empty()) return save_lanes(context, access, access.allocation, access.lanes);
    for (const LanesOfAllocation& part : access.parts) {
      if (!save_lanes(context, access, part.allocation, part.lanes)) return false;
    }
    return true;
  }
  static bool take(WarpContext& context, const RangeAccess& access);
  static bool take(WarpContext& context, const ImageAccess& access);
  /// A contiguous store must call save_for_undo() first.
  [[gnu::always_inline]] static bool has_to_save(const ContiguousAccess& access) {
    return access.allocation.saved != nullptr &&
           !is_saved(access.allocation.saved, access.offset, access.bytes);
  }

 private:
  static bool save_lanes(WarpContext& context, const GlobalAccess& access,
                         const AccessCache& allocation, std::uint32_t lanes) {
    return allocation.undo == nullptr || save_each(context, access, allocation, lanes);
  }
  static bool save_each(WarpContext& context, const GlobalAccess& access,
                        const AccessCache& allocation, std::uint32_t lanes);
};

}  // namespace warpscope::exec
