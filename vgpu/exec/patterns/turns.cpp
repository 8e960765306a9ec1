#include "vgpu/exec/patterns/turns.h"

#include "vgpu/exec/patterns/watched_patterns.h"

namespace warpscope::exec::patterns {

void Turns::Block::meeting(const BarrierMeeting& meeting) {
  const auto& [first, second, now] = spans_;
  std::uint32_t alive = 0;
  for (const WarpLanes& lanes : meeting.alive) {
    if (lanes.lanes != 0) alive |= 1u << (lanes.warp % 32);
  }
  const bool alternates =
      (now.only_fills() && second.only_uses()) || (now.only_uses() && second.only_fills());
  if (alternates && now == first && (now.warps & second.warps) == 0 &&
      (now.warps | second.warps) == alive) {
    for (const BarrierWaiter& waiter : meeting.waiting) ++turns_.executions_[waiter.instruction];
  }
  spans_ = {second, now, Span{}};
}

void Turns::add_to(std::vector<PatternCount>& patterns) const {
  std::map<SourceLine, std::uint64_t> lines;
  for (const auto& [number, executions] : executions_) {
    lines[attribute(program_, *kernel_.function_of(number).function,
                    kernel_.instruction(number))] += executions;
  }
  for (const auto& [where, executions] : lines)
    patterns.push_back({where, kBarriersOfTurns, executions});
}

}  // namespace warpscope::exec::patterns
