// Turns of single warps, for who gives them by time (scheduling/by_time.h).
#include <algorithm>

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {

bool is_ready(const WarpContext& warp) {
  return std::ranges::any_of(warp.nodes, [](const DivergenceNode& node) {
    return node.state == DivergenceNode::State::ready;
  });
}

std::optional<std::uint32_t> barrier_of(const WarpContext& warp) {
  for (const DivergenceNode& node : warp.nodes)
    if (node.state == DivergenceNode::State::at_barrier) return node.barrier.id;
  return std::nullopt;
}

// Lanes may look for what others of their warp hold, which wait for them to reconverge. Those that
// only ask for what other blocks do meet the others again, as on a GPU: it is looked late.
void end_turn(WarpContext& warp) {
  constexpr std::uint64_t kInstructionsBeforeLook = 1 << 8;
  if (warp.since_check < kInstructionsBeforeLook) {
    warp.turn();
    return;
  }
  warp.since_check = 0;
  warp.rotate(warp.any_waits_at_reconvergence() && warp.is_again_here());
}

}  // namespace

void BlockRunner::start_all() {
  while (started_ < warps_per_block_) start_next_warp();
}

WarpStorage& BlockRunner::warp_of(std::uint32_t warp) {
  return **std::ranges::find(warps_, warp,
                             [](const auto& each) { return each->context.warp_index; });
}

bool BlockRunner::can_run(std::uint32_t warp) const {
  const auto found =
      std::ranges::find(warps_, warp, [](const auto& each) { return each->context.warp_index; });
  return found != warps_.end() && is_ready((*found)->context);
}

BlockRunner::Turn BlockRunner::run_warp(std::uint32_t index, bool may_make,
                                        std::int64_t instructions) {
  WarpStorage& warp = warp_of(index);
  WarpContext& context = warp.context;
  block_.running = &context;
  context.contacts = {true, may_make, kNoInstruction};
  const std::uint64_t before = block_.executed;
  run_slice(warp, instructions, false);
  Turn turn;
  turn.executed = block_.executed - before;
  turn.contact = context.contacts.at;
  if (context.stop == Stop::slice) end_turn(context);
  const bool may_go_on =
      context.stop != Stop::fault && (!worker_.is_time_to_ask() || worker_.may_go_on(block_));
  if (!may_go_on) {
    turn.progress = Progress::fault;
    return turn;
  }
  turn.barrier = barrier_of(context);
  turn.has_ended = warp.is_finished();
  if (!turn.has_ended) return turn;
  block_.observers.tell(WarpEnd{index});
  const auto at = std::ranges::find(warps_, &warp, [](const auto& each) { return each.get(); });
  worker_.give_back(std::move(*at));
  warps_.erase(at);
  if (warps_.empty()) {
    end();
    turn.progress = Progress::finished;
  }
  return turn;
}

bool BlockRunner::release() {
  const bool released = release_barriers();
  if (block_.fault) return false;
  if (released ||
      std::ranges::any_of(warps_, [](const auto& warp) { return is_ready(warp->context); }))
    return true;
  return !is_stuck();
}

}  // namespace warpscope::exec
