// Who is told of accesses, in this order. It is known when the machine is compiled, so that telling
// costs no call. What a plain launch does not have stands behind one test.
#pragma once

#include "vgpu/exec/access/access_counts.h"
#include "vgpu/exec/access/footprint_marks.h"
#include "vgpu/exec/access/l1_requests.h"
#include "vgpu/exec/access/report.h"
#include "vgpu/exec/access/requests.h"
#include "vgpu/exec/access/time.h"
#include "vgpu/exec/access/trace.h"
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

/// Those whom only some launches have: BlockContext::has_more_observers.
template <typename... Each>
struct OfSomeLaunches {
  template <typename AnyAccess>
  [[gnu::always_inline]] static bool take(WarpContext& context, const AnyAccess& access) {
    return !context.block->has_more_observers || (Each::take(context, access) && ...);
  }
};
/// The last one hands accesses on as events (observation/event.h).
using Asked = OfSomeLaunches<L1Requests, TracedSectors, AskedRequests, Watchers>;
/// Without a model of L1.
using AskedOfRanges = OfSomeLaunches<TracedSectors, Watchers>;

/// `Counts`: AccessCounts, or what counts in another way.
template <typename Counts>
using GlobalObservers = Observers<UndoSaves, FootprintMarks, Counts, Time, Asked>;
/// Of shared and local memory, which a block or a thread has for itself.
template <typename Counts>
using PrivateObservers = Observers<Counts, Asked>;
using CopyObservers = Observers<AccessCounts, Asked>;
/// Whoever models L1 or watches has no contiguous accesses: these go the other way. A trace is told
/// of them by an operation in front (instructions/traced.h).
using ContiguousObservers = Observers<AccessCounts, FootprintMarks>;
using BulkObservers = Observers<UndoSaves, FootprintMarks, BulkCounts, AskedOfRanges>;
/// Of a lane of cp.async, whose warp counts as a whole: CopyObservers.
using RangeObservers = Observers<UndoSaves, FootprintMarks>;
using ImageObservers = Observers<UndoSaves, FootprintMarks, ImageCounts, AskedOfRanges>;

}  // namespace warpscope::exec
