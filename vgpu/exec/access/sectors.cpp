#include "vgpu/exec/access/sectors.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warpscope::exec {

std::uint32_t count_sectors(const LaneAddresses& addresses, std::uint32_t mask) {
  std::array<std::uint64_t, 32> sectors;  // of the active lanes, closed up
  std::uint32_t count = 0;
  if (mask == 0xffffffffu) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) sectors[lane] = addresses[lane] >> 5;
    count = 32;
  } else {
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      sectors[count++] = addresses[std::countr_zero(rest)] >> 5;
    }
  }
  if (count == 0) return 0;
  // Most accesses rise or fall with the lane; then neighbours decide.
  std::uint32_t changes = 0, falls = 0, rises = 0;
  for (std::uint32_t i = 1; i < count; ++i) {
    changes += sectors[i] != sectors[i - 1];
    falls += sectors[i] < sectors[i - 1];
    rises += sectors[i] > sectors[i - 1];
  }
  if (falls == 0 || rises == 0) return changes + 1;
  std::sort(sectors.begin(), sectors.begin() + count);
  std::uint32_t distinct = 1;
  for (std::uint32_t i = 1; i < count; ++i) distinct += sectors[i] != sectors[i - 1];
  return distinct;
}

}  // namespace warpscope::exec
