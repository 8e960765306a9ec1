#include "vgpu/exec/scheduling/loop_watch.h"

#include <algorithm>

namespace warpscope::exec {
namespace {

// A path that has stood still while another path of its warp ran would be found where it was as
// well. Each such path takes lanes with it when it ends, so that there are fewer than these.
constexpr std::uint32_t kEqualLooks = 32;

/// The one path of the warp that has not parted; nullptr where there are several, or where it waits
/// for anything but a barrier.
const DivergenceNode* only_path(const WarpContext& warp) {
  using State = DivergenceNode::State;
  const DivergenceNode* only = nullptr;
  for (const DivergenceNode& node : warp.nodes) {
    if (node.state == State::at_sync || node.state == State::at_mbarrier) return nullptr;
    if (node.state != State::ready && node.state != State::at_barrier) continue;
    if (only != nullptr) return nullptr;
    only = &node;
  }
  return only;
}

const Kernel::ClosedLoop* loop_of(const Kernel& kernel, std::uint32_t instruction) {
  for (const Kernel::ClosedLoop& loop : kernel.closed_loops) {
    for (const BasicBlock& block : loop.blocks)
      if (instruction >= block.first && instruction < block.end) return &loop;
  }
  return nullptr;
}

// FNV-1a over bytes.
std::uint64_t hash_of(const WarpContext& warp, const Kernel::ClosedLoop& loop) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const Frame& frame = *warp.frames.front();
  for (const LoweredFunction::Range& range : loop.deciding) {
    const std::byte* bytes = frame.bytes.data() + frame.preface_bytes + range.offset;
    for (std::uint32_t i = 0; i < range.size_bytes; ++i)
      hash = (hash ^ static_cast<std::uint64_t>(bytes[i])) * 0x100000001b3;
  }
  return hash;
}

}  // namespace

const BlockRunner* LoopWatch::look(Runners residents) {
  for (const auto& runner : residents) {
    for (const WarpContext* warp : runner->contexts()) {
      if (is_again_there(*warp, anchors_[{runner.get(), warp->warp_index}])) return runner.get();
    }
  }
  return nullptr;
}

bool LoopWatch::is_again_there(const WarpContext& warp, Anchor& anchor) const {
  const DivergenceNode* path = only_path(warp);
  if (path == nullptr || path->next == nullptr || path->frame != 0) return false;
  const Kernel::ClosedLoop* loop = loop_of(*warp.block->kernel, path->next->instruction);
  if (loop == nullptr) return false;
  const bool is_other = anchor.next == nullptr || anchor.life != warp.life;
  if (!is_other && anchor.executed == warp.executed) return false;
  const std::uint64_t registers = hash_of(warp, *loop);
  if (is_other || anchor.lanes != path->mask || anchor.looks == anchor.most_looks) {
    const std::uint64_t most = is_other ? Anchor().most_looks : 2 * anchor.most_looks;
    anchor = {path->next, path->mask, registers, warp.life, warp.executed, 0, most, 0, false};
    return false;
  }
  anchor.executed = warp.executed;
  ++anchor.looks;
  if (anchor.next != path->next || anchor.registers != registers) {
    anchor.was_elsewhere = true;
    return false;
  }
  return ++anchor.equal >= kEqualLooks || anchor.was_elsewhere;
}

}  // namespace warpscope::exec
