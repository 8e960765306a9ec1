#include "vgpu/counting/sectors.h"

#include <algorithm>
#include <array>
#include <bit>

#include "vgpu/counting/hardware_sizes.h"

namespace warpscope::exec {

namespace {

// Distinct values among the first `count` of 32. Compares each with all before it, 32 at a time.
std::uint32_t count_distinct(const std::array<std::int32_t, 32>& values, std::uint32_t count) {
  // No sector is negative, so the padding equals none.
  alignas(64) std::array<std::int32_t, 64> padded;
  std::fill(padded.begin(), padded.begin() + 32, -1);
  std::copy(values.begin(), values.end(), padded.begin() + 32);
  alignas(64) std::array<std::int32_t, 32> is_known{};
  for (std::uint32_t distance = 1; distance < 32; ++distance) {
    const std::int32_t* earlier = padded.data() + 32 - distance;
    for (std::uint32_t i = 0; i < 32; ++i) is_known[i] |= values[i] == earlier[i] ? -1 : 0;
  }
  std::uint32_t distinct = 0;
  for (std::uint32_t i = 0; i < count; ++i) distinct += is_known[i] == 0 ? 1 : 0;
  return distinct;
}

// The same for any values.
std::uint32_t count_distinct_far(std::array<std::uint64_t, 32>& sectors, std::uint32_t count) {
  const auto end = sectors.begin() + count;
  std::sort(sectors.begin(), end);
  return static_cast<std::uint32_t>(std::unique(sectors.begin(), end) - sectors.begin());
}

}  // namespace

std::uint32_t count_sectors(const LaneAddresses& addresses, std::uint32_t mask) {
  std::array<std::uint64_t, 32> sectors;  // of the active lanes, closed up
  std::uint32_t count = 0;
  if (mask == 0xffffffffu) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) sectors[lane] = addresses[lane] >> 5;
    count = 32;
  } else {
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
      sectors[count++] = addresses[std::countr_zero(rest)] >> 5;
    if (count == 0) return 0;
    for (std::uint32_t k = count; k < 32; ++k) sectors[k] = sectors[count - 1];
  }
  // Sectors of one access mostly lie within 31 bits of each other.
  std::uint64_t lowest = sectors[0], highest = sectors[0];
  for (const std::uint64_t sector : sectors) {
    lowest = std::min(lowest, sector);
    highest = std::max(highest, sector);
  }
  if (highest - lowest < 32) {
    std::uint32_t touched = 0;
    for (const std::uint64_t sector : sectors)
      touched |= 1u << static_cast<std::uint32_t>(sector - lowest);
    return static_cast<std::uint32_t>(std::popcount(touched));
  }
  if (highest - lowest > 0x7fffffff) return count_distinct_far(sectors, count);
  alignas(64) std::array<std::int32_t, 32> near;
  for (std::uint32_t i = 0; i < 32; ++i) near[i] = static_cast<std::int32_t>(sectors[i] - lowest);
  // Most accesses rise or fall with the lane; then neighbours decide.
  std::int32_t falls = 0, rises = 0;
  for (std::uint32_t i = 1; i < 32; ++i) {
    falls += near[i] < near[i - 1] ? 1 : 0;
    rises += near[i] > near[i - 1] ? 1 : 0;
  }
  if (falls == 0 || rises == 0) return static_cast<std::uint32_t>(falls + rises + 1);
  return count_distinct(near, count);
}

std::uint32_t count_local_sectors(const LaneAddresses& offsets, std::uint32_t mask,
                                  std::uint32_t size_bytes) {
  if (mask == 0) return 0;
  const std::uint32_t words = size_bytes <= 4 ? 1 : size_bytes / 4;
  const std::uint64_t first = offsets[std::countr_zero(mask)] / 4;
  bool is_uniform = true;
  std::uint32_t octets = 0;  // of lanes: they share a sector of one word
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    is_uniform = is_uniform && offsets[lane] / 4 == first;
    octets |= 1u << (lane / 8);
  }
  if (is_uniform) return words * static_cast<std::uint32_t>(std::popcount(octets));
  std::array<std::uint64_t, 128> sectors;
  std::size_t count = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    for (std::uint32_t k = 0; k < words; ++k)
      sectors[count++] = (offsets[lane] / 4 + k) * 4 + lane / 8;
  }
  std::sort(sectors.begin(), sectors.begin() + static_cast<std::ptrdiff_t>(count));
  return static_cast<std::uint32_t>(
      std::unique(sectors.begin(), sectors.begin() + static_cast<std::ptrdiff_t>(count)) -
      sectors.begin());
}

std::uint32_t count_distinct_addresses(const LaneAddresses& addresses, std::uint32_t mask) {
  LaneAddresses shifted;  // each address in a sector of its own
  for (std::uint32_t lane = 0; lane < 32; ++lane) shifted[lane] = addresses[lane] << 5;
  return count_sectors(shifted, mask);
}

std::uint32_t count_lines(const LaneAddresses& addresses, std::uint32_t mask) {
  LaneAddresses lines;
  for (std::uint32_t lane = 0; lane < 32; ++lane) lines[lane] = addresses[lane] / kLineBytes;
  return count_distinct_addresses(lines, mask);
}

std::uint32_t count_bypassing_sectors(const LaneAddresses& addresses, const std::uint32_t* to,
                                      std::uint32_t mask) {
  constexpr std::uint64_t kPairBytes = 32;
  std::uint32_t total = 0;
  for (std::uint32_t lane = 0; lane < 32; lane += 2) {
    const std::uint32_t pair = mask >> lane & 3u;
    if (pair == 0) continue;
    const bool is_split =
        pair == 3 && (addresses[lane] / kLineBytes != addresses[lane + 1] / kLineBytes ||
                      to[lane] / kPairBytes != to[lane + 1] / kPairBytes);
    total += is_split ? 2 : 1;
  }
  return total;
}

}  // namespace warpscope::exec
