#include "vgpu/exec/access/sectors.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warpscope::exec {

std::uint32_t count_sectors(const LaneAddresses& addresses, std::uint32_t mask) {
  // Signed, because vector units compare signed numbers; an address shifted right by 5 is positive.
  std::array<std::int64_t, 32> sectors;  // of the active lanes, closed up
  std::uint32_t count = 0;
  if (mask == 0xffffffffu) {
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      sectors[lane] = static_cast<std::int64_t>(addresses[lane] >> 5);
    count = 32;
  } else {
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      sectors[count++] = static_cast<std::int64_t>(addresses[std::countr_zero(rest)] >> 5);
    }
    if (count == 0) return 0;
    for (std::uint32_t k = count; k < 32; ++k) sectors[k] = sectors[count - 1];
  }
  // Most accesses rise or fall with the lane; then neighbours decide.
  std::int64_t falls = 0, rises = 0;
  for (std::uint32_t i = 1; i < 32; ++i) {
    falls += sectors[i] < sectors[i - 1] ? 1 : 0;
    rises += sectors[i] > sectors[i - 1] ? 1 : 0;
  }
  if (falls == 0 || rises == 0) return static_cast<std::uint32_t>(falls + rises + 1);
  std::sort(sectors.begin(), sectors.begin() + count);
  std::uint32_t distinct = 1;
  for (std::uint32_t i = 1; i < count; ++i) distinct += sectors[i] != sectors[i - 1];
  return distinct;
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

std::uint32_t count_atomic_sectors(const LaneAddresses& addresses, std::uint32_t mask,
                                   std::uint32_t size_bytes) {
  // Each turn takes, of every element, the first lane that is left.
  std::uint32_t total = 0;
  for (std::uint32_t remaining = mask; remaining != 0;) {
    std::uint32_t turn = 0;
    for (std::uint32_t rest = remaining; rest != 0; rest &= rest - 1) {
      const std::uint64_t element = addresses[std::countr_zero(rest)] / size_bytes;
      bool is_taken = false;
      for (std::uint32_t other = turn; other != 0; other &= other - 1)
        is_taken = is_taken || addresses[std::countr_zero(other)] / size_bytes == element;
      if (!is_taken) turn |= rest & (~rest + 1);
    }
    total += count_sectors(addresses, turn);
    remaining &= ~turn;
  }
  return total;
}

std::uint32_t count_bypassing_sectors(const LaneAddresses& addresses, std::uint32_t mask) {
  constexpr std::uint64_t kLineBytes = 128;
  std::uint32_t total = 0;
  for (std::uint32_t lane = 0; lane < 32; lane += 2) {
    const std::uint32_t pair = mask >> lane & 3u;
    if (pair == 0) continue;
    const bool is_split =
        pair == 3 && addresses[lane] / kLineBytes != addresses[lane + 1] / kLineBytes;
    total += is_split ? 2 : 1;
  }
  return total;
}

}  // namespace warpscope::exec
