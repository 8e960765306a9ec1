#include "viewer/model/numbers.h"

#include <fmt/format.h>

#include <cmath>

namespace warpscope::viewer {

std::string fixed(double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); }

std::string compact(double value) {
  const double size = std::abs(value);
  if (value == std::floor(value) && size < 10000) return fixed(value, 0);
  return fixed(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

}  // namespace warpscope::viewer
