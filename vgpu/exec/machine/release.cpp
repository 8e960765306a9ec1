// Lets waiting lanes of a block go on: at .sync instructions, barriers and mbarriers.
#include <algorithm>
#include <bit>
#include <map>

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {}  // namespace

// Performs a *.sync operation for which all lanes of its mask have come together. False when there
// is none.
bool BlockRunner::release_syncs(WarpStorage& warp) {
  WarpContext& context = warp.context;
  for (const Path& first : context.paths) {
    if (first.state != Path::State::at_sync) continue;
    std::uint32_t lanes = 0;
    for (const Path& path : context.paths) {
      if (path.state == Path::State::at_sync && path.next == first.next &&
          path.sync_mask == first.sync_mask && path.frame == first.frame) {
        lanes |= path.mask;
      }
    }
    if (first.meets_anywhere && release_warp_barrier(context, first.sync_mask)) return true;
    if ((first.sync_mask & context.alive & ~lanes) != 0) continue;
    const Operation* operation = first.next;
    const std::uint32_t sync_mask = first.sync_mask;
    const std::int32_t frame = first.frame;
    context.frame = context.frames[static_cast<std::size_t>(frame)]->registers();
    context.path_mask = lanes;
    context.set_active(lanes);
    const Operation* next = operation->handler(context, operation);
    for (Path& path : context.paths) {
      if (path.state == Path::State::at_sync && path.next == operation &&
          path.sync_mask == sync_mask && path.frame == frame) {
        path.state = Path::State::ready;
        path.next = next;
      }
    }
    return true;
  }
  return false;
}

// Lets lanes go on that wait for the same mask at different bar.warp.sync, when none is missing.
// Only an exit gets here: the last lane to come releases the others itself.
bool BlockRunner::release_warp_barrier(WarpContext& context, std::uint32_t mask) {
  const auto waits = [&](const Path& path) {
    return path.state == Path::State::at_sync && path.meets_anywhere && path.sync_mask == mask;
  };
  std::uint32_t lanes = 0;
  for (const Path& path : context.paths) {
    if (waits(path)) lanes |= path.mask;
  }
  if ((mask & context.alive & ~lanes) != 0) return false;
  for (Path& path : context.paths) {
    if (!waits(path)) continue;
    path.state = Path::State::ready;
    ++path.next;
  }
  return true;
}

// barrier.cluster for the cluster of one block that every grid is cut into.
bool BlockRunner::release_cluster_barrier() {
  bool anyone_waits = false;
  for (const auto& warp : warps_) {
    const WarpContext& context = warp->context;
    if ((context.alive & ~context.cluster_arrived) != 0) return false;
    for (const Path& path : context.paths) {
      anyone_waits = anyone_waits ||
                     (path.state == Path::State::at_barrier && path.barrier == kClusterBarrier);
    }
  }
  if (!anyone_waits) return false;
  for (const auto& warp : warps_) {
    warp->context.cluster_arrived = 0;
    for (Path& path : warp->context.paths) {
      if (path.state == Path::State::at_barrier && path.barrier == kClusterBarrier)
        path.state = Path::State::ready;
    }
  }
  return true;
}

// Makes tests of mbarriers run again: all when a phase ended, else those that waited long enough,
// or all when nothing else runs. False when the block is stuck.
bool BlockRunner::wake_mbarrier_waiters(bool nothing_else_runs) {
  const bool has_news = block_.has_mbarrier_news;
  block_.has_mbarrier_news = false;
  bool any = false;
  for (const auto& warp : warps_) {
    for (Path& path : warp->context.paths) {
      if (path.state != Path::State::at_mbarrier) continue;
      if (!has_news) {
        if (path.patience > 0) --path.patience;
        if (path.patience > 0 && !nothing_else_runs) continue;
        path.has_lost_patience = true;
      }
      path.state = Path::State::ready;
      any = true;
    }
  }
  return any;
}

// Opens every barrier that all its threads have reached. False when none has. More arrivals than a
// barrier is for are a fault: a GPU would open it too early and lose count.
bool BlockRunner::release_barriers() {
  std::uint32_t alive = 0;
  struct Barrier {
    std::uint32_t waiting = 0, expected = 0;
  };
  std::map<std::uint32_t, Barrier> barriers;
  for (const auto& warp : warps_) {
    alive += static_cast<std::uint32_t>(std::popcount(warp->context.alive));
    for (const Path& path : warp->context.paths) {
      if (path.state != Path::State::at_barrier || path.barrier == kClusterBarrier) continue;
      Barrier& barrier = barriers[path.barrier];
      barrier.waiting += static_cast<std::uint32_t>(std::popcount(path.mask));
      barrier.expected = path.barrier_threads;
    }
  }
  bool any = release_cluster_barrier();
  for (const auto& [id, barrier] : barriers) {
    const std::uint32_t expected = barrier.expected == 0 ? alive : barrier.expected;
    if (barrier.waiting + block_.arrived[id] < expected) continue;
    if (block_.arrived[id] != 0 && barrier.waiting + block_.arrived[id] > expected) {
      report_deadlock();
      return false;
    }
    any = true;
    block_.arrived[id] = 0;
    for (const auto& warp : warps_) {
      for (Path& path : warp->context.paths) {
        if (path.state != Path::State::at_barrier || path.barrier != id) continue;
        path.state = Path::State::ready;
        path.barrier_true = block_.reduced_true[id];
        path.barrier_reducers = block_.reducers[id];
      }
    }
    block_.reduced_true[id] = block_.reducers[id] = 0;
  }
  return any;
}

}  // namespace warpscope::exec
