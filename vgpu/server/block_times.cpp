#include "vgpu/server/block_times.h"

#include <algorithm>
#include <map>
#include <vector>

namespace warpscope::device {
namespace {

// What a program wrote need not be a time: no block is taken to last longer than 13 days, so that
// no sum of starts overflows.
constexpr double kLongestBlockNanoseconds = std::uint64_t{1} << 50;

std::uint64_t end_ns(const record::Phase& phase, double clock_hz) {
  const double ns = static_cast<double>(phase.warp_start_ns) +
                    static_cast<double>(phase.end_cycles) / clock_hz * 1e9;
  return static_cast<std::uint64_t>(std::min(ns, kLongestBlockNanoseconds));
}

}  // namespace

void place_blocks(std::span<record::Phase> phases, std::uint32_t resident, double clock_hz) {
  if (!(clock_hz > 0)) return;
  // By SM: when each of its places is free again.
  std::map<std::uint32_t, std::vector<std::uint64_t>> free_at_ns;
  for (std::size_t first = 0; first < phases.size();) {
    std::size_t end = first;
    std::uint64_t length_ns = 0;
    for (; end < phases.size() && phases[end].block == phases[first].block; ++end)
      length_ns = std::max(length_ns, end_ns(phases[end], clock_hz));
    auto& places = free_at_ns[phases[first].sm];
    if (places.size() < std::max(resident, 1u)) places.push_back(0);
    std::uint64_t& place = *std::ranges::min_element(places);
    for (; first < end; ++first) phases[first].warp_start_ns += place;
    place += length_ns;
  }
}

}  // namespace warpscope::device
