#include "vgpu/timing/clock/launch_timeline.h"

#include <algorithm>

namespace warpscope::timing {

void LaunchTimeline::expect_blocks(std::uint64_t of_an_sm, std::uint32_t resident) {
  // Of each of the SMs as many must find room.
  constexpr std::uint64_t kMostBefore = kMostBlocks / kSms / 2;
  later_ = of_an_sm > 3 * std::uint64_t{resident} ? std::min(of_an_sm / 2, kMostBefore) : 1;
}

std::size_t LaunchTimeline::begin_block(std::uint32_t sm, std::uint64_t number,
                                        std::uint64_t cycle) {
  if (sm >= kSms) return kNone;
  if (blocks_.size() == kMostBlocks) {
    ++blocks_left_out_;
    return kNone;
  }
  blocks_.push_back({number, sm, cycle, 0});
  if (sm == 0) {
    if (of_first_sm_ == 0 || of_first_sm_ == later_)
      blocks_with_warps_.push_back(blocks_.size() - 1);
    ++of_first_sm_;
  }
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

BlockTransfers* LaunchTimeline::transfers_of(std::size_t block) {
  if (block == kNone || std::ranges::find(blocks_with_warps_, block) == blocks_with_warps_.end())
    return nullptr;
  return &transfers_.emplace_back(blocks_[block].number);
}

void LaunchTimeline::end() {
  blocks_.shrink_to_fit();
  for (BlockTransfers& block : transfers_) block.end();
}

}  // namespace warpscope::timing
