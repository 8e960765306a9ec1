// What of a launch is kept to be drawn over time: blocks of some SMs, warps of some blocks, and
// bytes in flight.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "vgpu/timing/clock/block_transfers.h"
#include "vgpu/timing/clock/in_flight.h"
#include "vgpu/timing/clock/warp_spans.h"

namespace warpscope::timing {

/// Filled by the SMs of one launch (TimedShape::timeline). Cycles are from the distributor's first
/// block on.
class LaunchTimeline {
 public:
  /// Blocks are kept of the first SMs; warps, and what they bring to shared memory, of two blocks
  /// of the first of them: the one that it gets first, and a later one.
  static constexpr std::uint32_t kSms = 8;
  static constexpr std::size_t kMostBlocks = 1024, kMostWarps = 32;
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Block {
    std::uint64_t number = 0;  ///< in the grid
    std::uint32_t sm = 0;
    std::uint64_t begin = 0, end = 0;  ///< cycles; end 0: it has not ended
  };
  struct Warp {
    std::uint64_t block = 0;   ///< number in the grid
    std::uint32_t number = 0;  ///< in the block
    WarpSpans spans;
  };

  /// Before all others: an SM gets about so many blocks, `resident` at a time. Of many the later
  /// one is from the middle, where launches are steady; else the second.
  void expect_blocks(std::uint64_t of_an_sm, std::uint32_t resident);
  /// The number of a further SM.
  std::uint32_t add_sm() { return sms_++; }
  /// For end_block(); kNone where it is not kept.
  std::size_t begin_block(std::uint32_t sm, std::uint64_t number, std::uint64_t cycle);
  void end_block(std::size_t block, std::uint64_t cycle) {
    if (block != kNone) blocks_[block].end = cycle;
  }
  /// Where a warp of the block tells what it does; nullptr: nowhere. It stays where it is.
  WarpSpans* begin_warp(std::size_t block, std::uint32_t number, std::uint64_t cycle);
  /// The same for what warps of the block bring to shared memory.
  BlockTransfers* transfers_of(std::size_t block);
  /// The launch has ended: nothing is kept but what can be asked for.
  void end();
  InFlight& in_flight() { return in_flight_; }
  const InFlight& in_flight() const { return in_flight_; }

  const std::vector<Block>& blocks() const { return blocks_; }
  const std::deque<Warp>& warps() const { return warps_; }
  const std::deque<BlockTransfers>& transfers() const { return transfers_; }
  std::uint64_t blocks_left_out() const { return blocks_left_out_; }

 private:
  std::uint32_t sms_ = 0;
  std::vector<Block> blocks_;
  std::uint64_t blocks_left_out_ = 0;
  std::uint64_t of_first_sm_ = 0, later_ = 1;  ///< blocks
  std::vector<std::size_t> blocks_with_warps_;
  std::deque<Warp> warps_;
  std::deque<BlockTransfers> transfers_;
  InFlight in_flight_;
};

}  // namespace warpscope::timing
