#include "vgpu/exec/base/text.h"

#include <string_view>

namespace warpscope::exec {

std::string lane_list(std::uint32_t mask) {
  std::string list;
  for (std::uint32_t lane = 0; lane < 32;) {
    if ((mask >> lane & 1u) == 0) {
      ++lane;
      continue;
    }
    std::uint32_t last = lane;
    while (last + 1 < 32 && (mask >> (last + 1) & 1u) != 0) ++last;
    if (!list.empty()) list += ",";
    list += std::to_string(lane);
    if (last > lane) list += "-" + std::to_string(last);
    lane = last + 1;
  }
  return list;
}

std::string hexadecimal(std::uint64_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), kDigits[value & 15]);
    value >>= 4;
  } while (value != 0);
  return "0x" + text;
}

}  // namespace warpscope::exec
