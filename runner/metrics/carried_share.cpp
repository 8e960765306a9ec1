#include "runner/metrics/carried_share.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

namespace warpscope::runner {
namespace {

using record::ClockTimeline;

/// So many times as much as it waits for has a warp brought that only carries.
constexpr double kBroughtOverUsed = 8;

struct OfWarp {
  double brought = 0, used = 0;  ///< bytes
};
/// By block and warp.
using Warps = std::map<std::pair<std::uint64_t, int>, OfWarp>;

template <typename Visit>
void for_each_bit(std::uint64_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
}

void add_transfers(const ClockTimeline& timeline, Warps& warps) {
  for (const auto& transfer : timeline.transfers) {
    const auto bytes = static_cast<double>(transfer.bytes);
    const int askers = std::popcount(transfer.asking_warps);
    for_each_bit(transfer.asking_warps, [&](int warp) {
      warps[{transfer.block, warp}].brought += bytes / askers;
    });
    for_each_bit(transfer.using_warps, [&](int warp) {
      warps[{transfer.block, warp}].used += bytes;
    });
  }
}

/// Nothing where there is none that can be read.
std::optional<ClockTimeline> kept_timeline_of(const record::RunRecord& record,
                                              const record::Launch& launch) {
  try {
    return record::timeline_of(record, launch);
  } catch (const record::RecordError&) {
    return std::nullopt;
  }
}

}  // namespace

double carried_by_dma_warps(const record::RunRecord& record, std::span<const std::uint32_t> cases,
                            Counted counted) {
  double brought = 0, carried = 0;
  bool is_seen = false;
  for (const auto& launch : record.launches) {
    if (!launch.case_index || !is_counted(launch, counted) ||
        std::ranges::find(cases, *launch.case_index) == cases.end())
      continue;
    const auto timeline = kept_timeline_of(record, launch);
    if (!timeline) continue;
    is_seen = true;
    Warps warps;
    add_transfers(*timeline, warps);
    for (const auto& [of, warp] : warps) {
      brought += warp.brought;
      if (kBroughtOverUsed * warp.used <= warp.brought) carried += warp.brought;
    }
  }
  if (!is_seen) return 1;
  return brought > 0 ? carried / brought : 0;
}

}  // namespace warpscope::runner
