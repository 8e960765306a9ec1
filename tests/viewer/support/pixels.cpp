#include "tests/viewer/support/pixels.h"

#include <cstdlib>
#include <set>
#include <tuple>

namespace warpscope::viewer::test {

std::size_t distinct_colors(const Image& image) {
  std::set<std::tuple<int, int, int>> colors;
  for (std::size_t i = 0; i + 2 < image.pixels.size(); i += 3) {
    colors.insert({image.pixels[i], image.pixels[i + 1], image.pixels[i + 2]});
  }
  return colors.size();
}

std::size_t pixels_like(const Image& image, ImU32 color, int tolerance) {
  const auto is_near = [tolerance](int value, ImU32 wanted) {
    return std::abs(value - static_cast<int>(wanted & 0xFF)) <= tolerance;
  };
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 < image.pixels.size(); i += 3) {
    if (is_near(image.pixels[i], color >> IM_COL32_R_SHIFT) &&
        is_near(image.pixels[i + 1], color >> IM_COL32_G_SHIFT) &&
        is_near(image.pixels[i + 2], color >> IM_COL32_B_SHIFT)) {
      ++count;
    }
  }
  return count;
}

double difference(const Image& a, const Image& b) {
  if (a.width != b.width || a.height != b.height || a.pixels.empty()) return 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 < a.pixels.size(); i += 3) {
    if (a.pixels[i] != b.pixels[i] || a.pixels[i + 1] != b.pixels[i + 1] ||
        a.pixels[i + 2] != b.pixels[i + 2])
      ++count;
  }
  return static_cast<double>(count) / (static_cast<double>(a.pixels.size()) / 3);
}

}  // namespace warpscope::viewer::test
