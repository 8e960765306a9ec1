// Lets waiting lanes of a block go on: at .sync instructions, barriers and mbarriers.
#include <algorithm>
#include <bit>
#include <map>

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/rendezvous.h"

namespace warpscope::exec {
namespace {

// Lanes that belong together: those of all paths that wait at the same .sync instruction for the
// same mask.
class SyncGroup {
 public:
  SyncGroup(WarpContext& context, const DivergenceNode& first)
      : context_(context),
        operation_(first.next),
        sync_mask_(first.sync.mask),
        frame_(first.frame),
        meets_anywhere_(first.sync.meets_anywhere) {
    for (const DivergenceNode& node : context.nodes) {
      if (!contains(node)) continue;
      lanes_ |= node.mask;
      elsewhere_ |= node.sync.elsewhere;
      is_in_one_place_ = is_in_one_place_ && is_here(node);
    }
  }

  bool is_complete() const { return (sync_mask_ & context_.alive & ~lanes_) == 0; }

  void perform() {
    // Complete without them: they have exited.
    const std::uint32_t missing = elsewhere_ & ~lanes_;
    if (missing != 0)
      context_.block->observers.tell(
          MissingLanes{{context_.warp_index, lanes_}, operation_->instruction, missing});
    if (is_in_one_place_) {
      const Operation* next = execute(*operation_, frame_, lanes_);
      for_each([&](DivergenceNode& node) { release(node, next); });
      return;
    }
    Rendezvous rendezvous;
    rendezvous.members = lanes_;
    context_.rendezvous = &rendezvous;
    for_each([&](const DivergenceNode& node) { execute(*node.next, node.frame, node.mask); });
    rendezvous.is_gathered = true;
    for_each(
        [&](DivergenceNode& node) { release(node, execute(*node.next, node.frame, node.mask)); });
    context_.rendezvous = nullptr;
  }

 private:
  bool is_here(const DivergenceNode& node) const {
    return node.next == operation_ && node.frame == frame_;
  }
  // The handler stands for the opcode and its qualifiers.
  bool contains(const DivergenceNode& node) const {
    return node.state == DivergenceNode::State::at_sync && node.sync.mask == sync_mask_ &&
           (meets_anywhere_ ? node.next->handler == operation_->handler : is_here(node));
  }
  template <typename Action>
  void for_each(const Action& action) {
    for (DivergenceNode& node : context_.nodes) {
      if (contains(node)) action(node);
    }
  }
  static void release(DivergenceNode& node, const Operation* next) {
    node.state = DivergenceNode::State::ready;
    node.next = next;
  }
  const Operation* execute(const Operation& operation, std::int32_t frame, std::uint32_t lanes) {
    context_.frame = context_.frames[static_cast<std::size_t>(frame)]->registers();
    context_.path_mask = lanes;
    context_.set_active(lanes);
    return operation.handler(context_, &operation);
  }

  WarpContext& context_;
  const Operation* operation_;
  std::uint32_t sync_mask_;
  std::int32_t frame_;
  bool meets_anywhere_;
  std::uint32_t lanes_ = 0;
  std::uint32_t elsewhere_ = 0;
  bool is_in_one_place_ = true;
};

}  // namespace

// Performs a *.sync operation for which all lanes of its mask have come together. False when there
// is none.
bool BlockRunner::release_syncs(WarpStorage& warp) {
  for (const DivergenceNode& node : warp.context.nodes) {
    if (node.state != DivergenceNode::State::at_sync) continue;
    SyncGroup group(warp.context, node);
    if (!group.is_complete()) continue;
    group.perform();
    return true;
  }
  return false;
}

// barrier.cluster for the cluster of one block that every grid is cut into.
bool BlockRunner::release_cluster_barrier() {
  bool anyone_waits = false;
  for (const auto& warp : warps_) {
    const WarpContext& context = warp->context;
    if ((context.alive & ~context.cluster_arrived) != 0) return false;
    for (const DivergenceNode& node : context.nodes) {
      anyone_waits = anyone_waits || (node.state == DivergenceNode::State::at_barrier &&
                                      node.barrier.id == kClusterBarrier);
    }
  }
  if (!anyone_waits) return false;
  worker_.changes.note_change();
  std::vector<WarpLanes> observed;
  for (const auto& warp : warps_) {
    warp->context.cluster_arrived = 0;
    observed.push_back({warp->context.warp_index, warp->context.alive});
    for (DivergenceNode& node : warp->context.nodes) {
      if (node.state == DivergenceNode::State::at_barrier && node.barrier.id == kClusterBarrier)
        node.state = DivergenceNode::State::ready;
    }
  }
  block_.observers.tell(BarrierOpening{kClusterBarrier, observed});
  return true;
}

// Makes tests of mbarriers run again: all when a phase ended, else those that waited long enough,
// or all when nothing else runs. False when the block is stuck.
bool BlockRunner::wake_mbarrier_waiters(bool nothing_else_runs) {
  const bool has_news = block_.has_mbarrier_news;
  block_.has_mbarrier_news = false;
  bool any = false;
  for (const auto& warp : warps_) {
    for (DivergenceNode& node : warp->context.nodes) {
      if (node.state != DivergenceNode::State::at_mbarrier) continue;
      if (!has_news) {
        if (node.mbarrier.timeout_turns > 0) --node.mbarrier.timeout_turns;
        if (node.mbarrier.timeout_turns > 0 && !nothing_else_runs) continue;
        node.mbarrier.has_timed_out = true;
      }
      node.state = DivergenceNode::State::ready;
      any = true;
    }
  }
  return any;
}

// Lets `threads` of those that wait at a barrier go on, the first ones first: a barrier that is for
// a number of threads is complete with so many, and others wait for its next phase.
void BlockRunner::open_barrier(std::uint32_t id, std::uint32_t threads) {
  std::vector<WarpLanes> observed;
  std::vector<BarrierWaiter> waiters;
  std::uint32_t gone = 0;
  for (const auto& warp : warps_) {
    for (DivergenceNode& node : warp->context.nodes) {
      if (node.state != DivergenceNode::State::at_barrier || node.barrier.id != id ||
          gone >= threads)
        continue;
      gone += static_cast<std::uint32_t>(std::popcount(node.mask));
      if (block_.observers.any()) {
        observed.push_back({warp->context.warp_index, node.mask});
        // The path goes on behind the operation at which it waits.
        waiters.push_back({observed.back(), (node.next - 1)->instruction, node.barrier.threads});
      }
      node.state = DivergenceNode::State::ready;
      node.barrier.true_count = block_.reduced_true[id];
      node.barrier.reducers = block_.reducers[id];
    }
  }
  worker_.changes.note_opening();
  block_.arrived[id] = block_.arrived_alone[id] = 0;
  block_.reduced_true[id] = block_.reducers[id] = 0;
  if (!block_.observers.any()) return;
  std::vector<WarpLanes> alive;
  for (const auto& warp : warps_) alive.push_back({warp->context.warp_index, warp->context.alive});
  block_.observers.tell(BarrierMeeting{id, waiters, alive});
  block_.observers.tell(BarrierOpening{id, observed});
}

// As many arrivals as a barrier is for complete its phase, though nobody waits for that.
void BlockRunner::complete_phases_without_waiters() {
  std::uint32_t awaited = 0;  // barriers, as bits
  for (const auto& warp : warps_) {
    for (const DivergenceNode& node : warp->context.nodes)
      if (node.state == DivergenceNode::State::at_barrier) awaited |= 1u << node.barrier.id;
  }
  for (std::uint32_t id = 0; id < std::size(block_.arrived); ++id) {
    const std::uint32_t threads = block_.threads_of_arrival[id];
    if ((awaited >> id & 1u) != 0 || threads == 0 || block_.arrived[id] < threads) continue;
    const std::uint32_t left = block_.arrived[id] % threads;
    block_.arrived_alone[id] += block_.arrived[id] - left;
    block_.arrived[id] = left;
    // What those tell that have arrived for the next phase is not kept apart.
    if (left == 0) block_.observers.tell(BarrierOpening{id, {}});
  }
}

// Opens every barrier that all its threads have reached. False when none has. More arrivals than a
// barrier is for are a fault: PTX does not say what follows.
bool BlockRunner::release_barriers() {
  complete_phases_without_waiters();
  std::uint32_t alive = 0;
  struct Barrier {
    std::uint32_t waiting = 0, expected = 0;
  };
  std::map<std::uint32_t, Barrier> barriers;
  for (const auto& warp : warps_) {
    alive += static_cast<std::uint32_t>(std::popcount(warp->context.alive));
    for (const DivergenceNode& node : warp->context.nodes) {
      if (node.state != DivergenceNode::State::at_barrier || node.barrier.id == kClusterBarrier)
        continue;
      Barrier& barrier = barriers[node.barrier.id];
      barrier.waiting += static_cast<std::uint32_t>(std::popcount(node.mask));
      barrier.expected = node.barrier.threads;
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
    open_barrier(id, barrier.expected == 0 ? barrier.waiting : expected - block_.arrived[id]);
  }
  return any;
}

}  // namespace warpscope::exec
