#include "vgpu/timing/clock/launch_timeline.h"

#include <algorithm>

namespace warpscope::timing {

std::size_t LaunchTimeline::begin_block(std::uint32_t sm, std::uint64_t number,
                                        std::uint64_t cycle) {
  if (sm >= kSms) return kNone;
  if (blocks_.size() == kMostBlocks) {
    ++blocks_left_out_;
    return kNone;
  }
  blocks_.push_back({number, sm, cycle, 0});
  if (sm == 0 && blocks_with_warps_.size() < kBlocksWithWarps)
    blocks_with_warps_.push_back(blocks_.size() - 1);
  return blocks_.size() - 1;
}

WarpSpans* LaunchTimeline::begin_warp(std::size_t block, std::uint32_t number,
                                      std::uint64_t cycle) {
  const bool is_kept = block != kNone && warps_.size() < kMostWarps &&
                       std::ranges::find(blocks_with_warps_, block) != blocks_with_warps_.end();
  if (!is_kept) return nullptr;
  warps_.push_back({blocks_[block].number, number, WarpSpans(cycle)});
  return &warps_.back().spans;
}

}  // namespace warpscope::timing
