#include "viewer/model/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpscope::viewer {

std::string fixed(double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); }

std::string compact(double value) {
  const double size = std::abs(value);
  if (value == std::floor(value) && size < 10000) return fixed(value, 0);
  return fixed(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

double share_of_axis(double value, double top) {
  const double share = top > 0 ? value / top : 0;
  return share > 0 ? std::min(share, 1.0) : 0;  // 0 for what is no number, too
}

}  // namespace warpscope::viewer
