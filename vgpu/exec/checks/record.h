// Who accessed a place in memory last: 64 bits, so that the check's memory does not depend on the
// number of threads.
#pragma once

#include <cstdint>

namespace warpscope::exec::checks {

struct Record {
  static constexpr std::uint32_t kBlockBits = 20, kWarpBits = 5, kLaneBits = 6, kPlaceBits = 10,
                                 kTimeBits = 23;
  static constexpr std::uint32_t kBlockMask = (1u << kBlockBits) - 1;
  static constexpr std::uint32_t kLastTime = (1u << kTimeBits) - 1;
  static constexpr std::uint32_t kManyLanes = 32;

  std::uint32_t block = 0;  ///< the lowest bits of its number
  std::uint32_t warp = 0, lane = 0;
  std::uint32_t place = 0;  ///< Places; 0: nobody was here
  std::uint32_t time = 0;   ///< of the block's BlockOrder

  /// Where a packed record has its thread, its block, and its time.
  static constexpr std::uint32_t kLaneShift = kPlaceBits, kWarpShift = kLaneShift + kLaneBits,
                                 kBlockShift = kWarpShift + kWarpBits,
                                 kTimeShift = kBlockShift + kBlockBits;
  static_assert(kTimeShift + kTimeBits == 64);
  static constexpr std::uint32_t kLaneMask = (1u << kLaneBits) - 1;
  static constexpr std::uint64_t kPlaceOfPacked = (std::uint64_t{1} << kPlaceBits) - 1;
  static constexpr std::uint64_t kLaneOfPacked = std::uint64_t{kLaneMask} << kLaneShift;
  static constexpr std::uint64_t kWarpOfPacked = ((std::uint64_t{1} << kWarpBits) - 1)
                                                 << kWarpShift;
  static constexpr std::uint64_t kBlockOfPacked = std::uint64_t{kBlockMask} << kBlockShift;
  static constexpr std::uint64_t kThreadOfPacked =
      ((std::uint64_t{1} << kTimeShift) - 1) & ~((std::uint64_t{1} << kLaneShift) - 1);

  std::uint64_t pack() const {
    return std::uint64_t{place} | std::uint64_t{lane} << kLaneShift |
           std::uint64_t{warp} << kWarpShift | std::uint64_t{block} << kBlockShift |
           std::uint64_t{time} << kTimeShift;
  }
  static Record unpack(std::uint64_t bits) {
    Record record;
    record.place = static_cast<std::uint32_t>(bits) & ((1u << kPlaceBits) - 1);
    record.lane = static_cast<std::uint32_t>(bits >> kLaneShift) & ((1u << kLaneBits) - 1);
    record.warp = static_cast<std::uint32_t>(bits >> kWarpShift) & ((1u << kWarpBits) - 1);
    record.block = static_cast<std::uint32_t>(bits >> kBlockShift) & kBlockMask;
    record.time = static_cast<std::uint32_t>(bits >> kTimeShift);
    return record;
  }
};

}  // namespace warpscope::exec::checks
