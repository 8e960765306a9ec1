// Who is told of accesses, in this order. It is known when the machine is compiled, so that telling
// costs no call; only those who watch a launch (observation/observer.h) are asked for by a pointer.
#pragma once

#include "vgpu/exec/access/access_counts.h"
#include "vgpu/exec/access/footprint_marks.h"
#include "vgpu/exec/access/l1_requests.h"
#include "vgpu/exec/access/report.h"
#include "vgpu/exec/access/time.h"
#include "vgpu/exec/access/undo_saves.h"

namespace warpscope::exec {

/// Each has a static `take` for the kinds of accesses (access.h) that it is told of. False: a fault
/// was raised, and the access is not made.
template <typename... Each>
struct Observers {
  template <typename AnyAccess>
  [[gnu::always_inline]] static bool tell(WarpContext& context, const AnyAccess& access) {
    return (Each::take(context, access) && ...);
  }
};

/// `Counts`: AccessCounts, or what counts in another way.
template <typename Counts>
using GlobalObservers = Observers<UndoSaves, FootprintMarks, Counts, Time, L1Requests, Watchers>;
/// Of shared and local memory, which a block or a thread has for itself.
template <typename Counts>
using PrivateObservers = Observers<Counts, L1Requests, Watchers>;
using CopyObservers = Observers<AccessCounts, L1Requests, Watchers>;
/// Whoever models L1 or watches has no contiguous accesses: these go the other way.
using ContiguousObservers = Observers<AccessCounts, FootprintMarks>;
using BulkObservers = Observers<UndoSaves, FootprintMarks, BulkCounts, Watchers>;
/// Of a lane of cp.async, whose warp counts as a whole: CopyObservers.
using RangeObservers = Observers<UndoSaves, FootprintMarks>;
using ImageObservers = Observers<UndoSaves, FootprintMarks, ImageCounts, Watchers>;

}  // namespace warpscope::exec
