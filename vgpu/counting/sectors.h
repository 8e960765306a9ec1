// How many 32-byte sectors a warp's global access touches (docs/reference/counters.md, rule R1).
#pragma once

#include <cstdint>

namespace warpscope::exec {

/// Lane addresses of one access, 32 of them; lanes outside the mask may hold anything.
using LaneAddresses = std::uint64_t[32];

/// Distinct values of address / 32 over the lanes in `mask`, for accesses that do not cross a
/// sector (naturally aligned, at most 16 bytes).
std::uint32_t count_sectors(const LaneAddresses& addresses, std::uint32_t mask);

/// Sectors of cp.async of 16 bytes past L1: neighbouring lanes 2n and 2n + 1 are served together
/// and count once when their sources lie in one 128-byte line and their destinations, at `to` in
/// shared memory, in one aligned 32 bytes; twice otherwise.
std::uint32_t count_bypassing_sectors(const LaneAddresses& addresses, const std::uint32_t* to,
                                      std::uint32_t mask);

/// Different addresses among the active lanes' ones, below 2^59.
std::uint32_t count_distinct_addresses(const LaneAddresses& addresses, std::uint32_t mask);

/// Lines of 128 bytes in which these addresses lie.
std::uint32_t count_lines(const LaneAddresses& addresses, std::uint32_t mask);

/// The fewest sectors that `lanes` accesses of `size_bytes` can touch.
inline std::uint32_t ideal_sectors(std::uint32_t lanes, std::uint32_t size_bytes) {
  return (lanes * size_bytes + 31) / 32;
}

/// Sectors of an access to local memory, of which `offsets` are bytes in each thread's own. The
/// hardware lays word w of the 32 threads of a warp side by side in 128 bytes, so that lanes that
/// access the same offset share sectors.
std::uint32_t count_local_sectors(const LaneAddresses& offsets, std::uint32_t mask,
                                  std::uint32_t size_bytes);

}  // namespace warpscope::exec
