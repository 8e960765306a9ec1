// What several workers need besides their own state.
#pragma once

#include "vgpu/exec/footprint/undo_log.h"
#include "vgpu/exec/scheduling/thread_pool.h"

namespace warpscope::exec {

/// Whoever launches often keeps one, for one launch at a time: its threads are there already, and
/// the pages of its memory.
struct WorkerPool {
  UndoPool undo;
  ThreadPool threads;
};

}  // namespace warpscope::exec
