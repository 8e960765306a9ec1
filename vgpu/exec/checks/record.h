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
  static constexpr std::uint64_t kThreadOfPacked = ((std::uint64_t{1} << 31) - 1) << 10;
  static constexpr std::uint64_t kWarpOfPacked = std::uint64_t{0x1f} << 16;
  static constexpr std::uint64_t kBlockOfPacked = std::uint64_t{kBlockMask} << 21;
  static constexpr std::uint32_t kLaneShift = 10, kTimeShift = 41;

  std::uint64_t pack() const {
    return std::uint64_t{place} | std::uint64_t{lane} << 10 | std::uint64_t{warp} << 16 |
           std::uint64_t{block} << 21 | std::uint64_t{time} << 41;
  }
  static Record unpack(std::uint64_t bits) {
    Record record;
    record.place = static_cast<std::uint32_t>(bits & 0x3ff);
    record.lane = static_cast<std::uint32_t>(bits >> 10 & 0x3f);
    record.warp = static_cast<std::uint32_t>(bits >> 16 & 0x1f);
    record.block = static_cast<std::uint32_t>(bits >> 21 & kBlockMask);
    record.time = static_cast<std::uint32_t>(bits >> 41);
    return record;
  }
};

}  // namespace warpscope::exec::checks
